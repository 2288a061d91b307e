/** What a drill of hostile load asks for. Plain data: it is handed to a process of its own. */
export interface HostilePlan {
  readonly url: string;
  readonly seconds: number;
  /** Keys of accounts that read normally: enough of them that no quota ends. */
  readonly readerKeys: readonly string[];
  /** Normal reads a second. */
  readonly readsPerSecond: number;
  /** Keys of accounts that ask for large reports. */
  readonly heavyKeys: readonly string[];
  /** How many e-mails are guessed at: each is refused at once after its first 50 failures. */
  readonly guessedEmails: number;
  /** The newest instant with data, epoch ms. */
  readonly until: number;
}

/** How often each outcome came. */
export type Tally = Record<string, number>;

export function count(tally: Tally, outcome: string | number): void {
  tally[outcome] = (tally[outcome] ?? 0) + 1;
}

/** What the normal reads saw. */
export interface ReadsReport {
  /** Counts by status, or by the code of the failure. */
  readonly outcomes: Tally;
  readonly perSecond: number;
  /** Latencies, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Outcomes by attack. */
export type AttacksReport = Record<string, Tally>;
