import { DAY_MS, type EpochMs } from '../time/instant.js';

/** What may happen to an account, in the order in which documentation lists it. */
export const SECURITY_EVENT_KINDS = [
  'sign-up',
  'sign-in',
  'sign-out',
  'session-ended',
  'password-set',
  'key-made',
  'key-rotated',
  'key-revoked',
  'plan-set',
  'account-made',
  'account-deleted',
  'reset-asked',
  'invited',
  'suspended',
  'resumed',
  'second-factor-set',
  'second-factor-removed',
  'webhook-made',
  'webhook-removed',
  'webhook-rotated',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** `done`: it happened. `refused`: the caller was refused. `failed`: it failed for a reason of the service. */
export type SecurityOutcome = 'done' | 'refused' | 'failed';

/** One line of the record of who did what to an account: written once, never changed. */
export interface SecurityEvent {
  /** `newSecurityEventId`: sorts by time. */
  readonly id: string;
  readonly at: EpochMs;
  readonly kind: SecurityEventKind;
  readonly outcome: SecurityOutcome;
  /** Null where no account is concerned: a failed sign-in with an unknown e-mail. */
  readonly accountId: string | null;
  /** `http`: a caller of the account API. `cli`: an operator. */
  readonly via: 'http' | 'cli';
  /** The caller's address as the log has it, or the operator as `user@host`. */
  readonly from: string;
  readonly keyId: string | null;
  /** A few words: the plans that were set, the code of the refusal. Never a secret, an e-mail or a text of a stranger. */
  readonly detail: string;
}

/** Which events to read: events that match every part given. */
export interface SecurityEventFilter {
  readonly accountId?: string;
  readonly kind?: SecurityEventKind;
  readonly outcome?: SecurityOutcome;
  /** Inclusive. */
  readonly from?: EpochMs;
  /** Exclusive. */
  readonly until?: EpochMs;
  readonly limit: number;
}

/** How long events are kept. */
export const SECURITY_EVENT_DAYS = 400;

/** Refusals and failures kept: strangers can cause any number, and must not fill the store. The oldest are dropped. */
export const MOST_REFUSED_EVENTS = 100_000;

/**
 * The earliest instant of kept events.
 *
 * @example
 * oldestSecurityEvent(400 * 86_400_000) // => 0
 */
export function oldestSecurityEvent(now: EpochMs): EpochMs {
  return now - SECURITY_EVENT_DAYS * DAY_MS;
}

/** Events of one recorder that an id sorts. */
const SEQUENCE_LENGTH = 36 ** 4;

/**
 * An id that sorts by time, and within a millisecond by the sequence of its recorder.
 *
 * @param sequence counts the events of the recorder
 * @param random letters and digits that no other recorder has
 * @example
 * newSecurityEventId(1_767_225_600_000, 1, 'abcdefgh') // => 'evt_mjuohs000001abcdefgh'
 */
export function newSecurityEventId(at: EpochMs, sequence: number, random: string): string {
  const instant = Math.max(0, Math.floor(at)).toString(36).padStart(8, '0');
  return `evt_${instant}${(sequence % SEQUENCE_LENGTH).toString(36).padStart(4, '0')}${random}`;
}
