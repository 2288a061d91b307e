/** The service under test. */
export interface Target {
  /** Without a slash at its end. */
  readonly base: string;
  /** A key with a plan on all three surfaces. */
  readonly key: string;
}
