import { epochMs } from '../time/epoch-ms.js';
import { HOUR_MS } from '../time/wall-clock.js';
import type { Values } from './values.js';

/** An answer with `format=columns`: one array per column. */
export interface ColumnsAnswer {
  readonly data: Readonly<Record<string, readonly unknown[]>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export function texts({ data }: ColumnsAnswer, name: string): readonly (string | undefined)[] {
  return (data[name] ?? []).map((value) => (typeof value === 'string' && value !== '' ? value : undefined));
}

export function numbers({ data }: ColumnsAnswer, name: string): Values {
  return (data[name] ?? []).map((value) => (typeof value === 'number' ? value : null));
}

/** The instants of a column of times; null where there is none. */
export const instants = (answer: ColumnsAnswer, name: string): Values =>
  texts(answer, name).map((text) => (text === undefined ? null : epochMs(text)));

export function ofRegion(answer: ColumnsAnswer, code: string): ColumnsAnswer {
  const rows = texts(answer, 'region').flatMap((region, row) => (region === code ? [row] : []));
  const pick = (values: readonly unknown[]) => rows.map((row) => values[row]);
  return { ...answer, data: Object.fromEntries(Object.entries(answer.data).map(([name, of]) => [name, pick(of)])) };
}

/** Places values of rows on `count` hours from `startMs`, by `time_utc`; an hour without a row is null. */
export function placer(answer: ColumnsAnswer, startMs: number, count: number): (values: Values) => Values {
  const hours = instants(answer, 'time_utc').map((at) => Math.round(((at ?? Number.NaN) - startMs) / HOUR_MS));
  return (values) => {
    const series = new Array<number | null>(count).fill(null);
    for (const [row, hour] of hours.entries()) if (hour >= 0 && hour < count) series[hour] = values[row] ?? null;
    return series;
  };
}
