import type { EpochMs } from '@loadcast/core';
import type { Clock, Log } from '@loadcast/observe';
import type { PollLedger, PollRecord } from '@loadcast/storage/sqlite';

export interface PollNoteDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Absent: polls are not kept. */
  readonly polls?: Pick<PollLedger, 'add'> | undefined;
}

interface PollNote extends Pick<PollRecord, 'newHours' | 'restatedHours'> {
  /** The source's `ledgerName`. */
  readonly source: string;
  readonly askedAt: EpochMs;
  /** Absent when everything requested came. */
  readonly failure?: { readonly error: unknown } | undefined;
}

const DEEP = ', deep';
const WEATHER = 'weather';
const FEED = 'feed ';

/** The name of a poll in the ledger: of the last week of load by its source, of the weeks before, of the weather, or of an operator's feed. */
export const ledgerName = {
  load: (source: string): string => source,
  deep: (source: string): string => `${source}${DEEP}`,
  weather: (): string => WEATHER,
  feed: (id: string): string => `${FEED}${id}`,
} as const;

/** Whether a poll requested the last week of load: lateness is measured on these. */
export const isLoadPoll = ({ source }: Pick<PollRecord, 'source'>): boolean =>
  source !== WEATHER && !source.endsWith(DEEP) && !source.startsWith(FEED);

/** Keeps what became of a poll. A failure to record it does not undo the poll. Never rejects. */
export async function notePoll({ clock, log, polls }: PollNoteDeps, note: PollNote): Promise<void> {
  const { source, askedAt, failure, newHours, restatedHours } = note;
  const outcome = failure ? 'failed' : 'ok';
  const reason = failure && reasonOf(failure.error);
  try {
    await polls?.add({ source, askedAt, endedAt: clock.now(), outcome, reason, newHours, restatedHours });
  } catch (thrown) {
    log.warn({ err: thrown }, 'the poll could not be noted');
  }
}

const LONGEST_REASON = 300;

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
}
