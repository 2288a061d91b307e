export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  /** Only when something is wrong. */
  readonly remedy?: string;
}

export function buildCheck(name: string, ok: boolean, message: string, remedy?: string): Check {
  return ok || remedy === undefined ? { name, ok, message } : { name, ok, message, remedy };
}
