import { type NoDataReason, ServiceError } from '../../errors/service-error.js';
import type { EpochMs } from '../../time/instant.js';

/** Why a query found nothing, and when there may be something. */
export interface Missing {
  readonly reason: NoDataReason;
  readonly expectedAt?: EpochMs;
  /** The reason in words, where there is more to say than what its name means. */
  readonly because?: string;
}

const SENTENCES: Readonly<Record<NoDataReason, string>> = {
  source_late: 'the source has not published these hours yet',
  source_gap: 'the source published no plausible value for these hours',
  not_loaded: 'these hours were never loaded, for this area or those that come with it',
  not_issued: 'no forecast had been issued by then, and none is backdated',
  not_covered: 'no forecast or measurement covers these hours yet',
  before_history: 'these hours are before the first stored load',
};

/** The failure that a caller gets then. `subject` is made of our own codes: no text of the caller's. */
export function noData(
  subject: string,
  { reason, expectedAt, because = SENTENCES[reason] }: Missing,
): ServiceError<'no_data'> {
  const details = { reason, ...(expectedAt === undefined ? {} : { expectedAt }) };
  return new ServiceError('no_data', `No data for ${subject}: ${because}`, details);
}

/** An instant in a message: `2026-11-21T03:00:00Z`. */
export function instantText(instant: EpochMs): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
