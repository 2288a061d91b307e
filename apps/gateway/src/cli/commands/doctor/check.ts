export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  /** Only when something is wrong. */
  readonly remedy?: string;
}
