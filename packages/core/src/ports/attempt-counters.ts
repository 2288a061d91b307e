import type { EpochMs } from '../time/instant.js';

/** How often something was attempted, and when last. */
export interface Attempts {
  readonly count: number;
  readonly lastAt: EpochMs;
}

/**
 * Counts of attempts by name: sign-ins of an address, failures of an e-mail. They slow callers down, so a lost count
 * costs little, but no caller may drop the count of another name. Adapters pass `describeAttemptCounters`.
 */
export interface AttemptCounters {
  /**
   * Counts an attempt.
   *
   * @param keepMs a count is dropped so long after its last attempt
   * @returns the attempts with this one
   */
  add(name: string, keepMs: number, now: EpochMs): Promise<Attempts>;
  /** Undefined: none that is still counted. */
  read(name: string, now: EpochMs): Promise<Attempts | undefined>;
  /** Uncounts an attempt: it turned out not to be one. The time of the last attempt stays. */
  takeBack(name: string, now: EpochMs): Promise<void>;
  clear(name: string): Promise<void>;
}
