/** The service under test. */
export interface Target {
  /** Base address, without a slash at its end. */
  readonly base: string;
  /** A key with a plan on all three surfaces: Team or above on A, so that every horizon is included. */
  readonly key: string;
  /** A key of another account, on A Free, B Trial and C Trial, whose hourly limits the suite may use up. */
  readonly smallKey?: string;
  /** A key that was revoked. */
  readonly revokedKey?: string;
}
