/** An answer with `format=columns`: one array per column. */
export interface ColumnsAnswer {
  readonly data: Readonly<Record<string, readonly unknown[]>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export function texts({ data }: ColumnsAnswer, name: string): readonly (string | undefined)[] {
  return (data[name] ?? []).map((value) => (typeof value === 'string' && value !== '' ? value : undefined));
}

export function numbers({ data }: ColumnsAnswer, name: string): readonly (number | null)[] {
  return (data[name] ?? []).map((value) => (typeof value === 'number' ? value : null));
}
