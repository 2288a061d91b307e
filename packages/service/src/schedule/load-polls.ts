import {
  type ActualsStore,
  DAY_MS,
  type EpochMs,
  floorToHour,
  ingestActuals,
  type LoadSource,
  type Observations,
  type Window,
} from '@loadcast/core';
import type { Clock, Log } from '@loadcast/observe';
import type { PollLedger } from '@loadcast/storage/sqlite';
import { ledgerName, notePoll, type PollNote, type PollNoteDeps } from './poll-notes.js';
import type { ServiceObserver } from './service-observer.js';

export interface LoadPollDeps {
  readonly source: LoadSource;
  readonly actuals: ActualsStore;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly observer: ServiceObserver;
  /** Where polls are kept. */
  readonly polls?: Pick<PollLedger, 'add'> | undefined;
  /** Called after each piece that brought something new. */
  readonly onPiece?: (() => Promise<void>) | undefined;
}

/** Reads of the source, in pieces as long as it answers quickly, each stored as it comes. */
export interface LoadPolls {
  /** The last week and the operators' forecasts to come. `failed`: some of it did not come; the rest is stored. */
  shallow(askedAt: EpochMs, signal: AbortSignal): Promise<{ readonly isNew: boolean; readonly failed: boolean }>;
  /**
   * Once a day, the weeks before. Missing pieces are requested at the next poll, and nothing else. Asks nothing after a
   * shallow poll of which nothing came.
   */
  deep(askedAt: EpochMs, signal: AbortSignal): Promise<{ readonly isNew: boolean }>;
}

const REREAD_MS = 7 * DAY_MS;
const REREAD_DAILY_MS = 60 * DAY_MS;
const LOOK_AHEAD_MS = 2 * DAY_MS;
/** So many failures in a row, and the source is down: the other pieces wait for the next poll. */
const MOST_FAILURES_IN_A_ROW = 2;

interface Reading {
  readonly newHours: number;
  readonly restatedHours: number;
  /** Missing pieces, failed ones last. */
  readonly left: readonly Window[];
  /** Why the first of them failed. */
  readonly error: unknown;
}

export function createLoadPolls({ source, actuals, clock, log, observer, polls, onPiece }: LoadPollDeps): LoadPolls {
  let deepAt = Number.NEGATIVE_INFINITY;
  let deepLeft: readonly Window[] = [];
  let isDown = false;
  const ledger = { clock, log, polls };

  async function read(pieces: readonly Window[], askedAt: EpochMs, signal: AbortSignal): Promise<Reading> {
    const failed: Window[] = [];
    let [newHours, restatedHours, failuresInARow, next] = [0, 0, 0, 0];
    let error: unknown;
    while (next < pieces.length && failuresInARow < MOST_FAILURES_IN_A_ROW && !signal.aborted) {
      const piece = pieces[next++]!;
      try {
        const observations = await source.fetch(piece, askedAt, signal);
        const counts = await store(observations);
        newHours += counts.newHours;
        restatedHours += counts.restatedHours;
        failuresInARow = 0;
        if (counts.newHours + counts.restatedHours > 0) await onPiece?.();
      } catch (thrown) {
        error ??= thrown;
        failed.push(piece);
        failuresInARow++;
      }
    }
    if (next < pieces.length) error ??= signal.reason;
    return { newHours, restatedHours, left: [...pieces.slice(next), ...failed], error };
  }

  async function store(observations: Observations): Promise<Pick<Reading, 'newHours' | 'restatedHours'>> {
    const { quarantined_rows, quarantined } = observations.provenance;
    if (quarantined_rows) {
      log.warn({ source: source.name, quarantined_rows, quarantined }, 'rows that are not as documented were left out');
    }
    // Known from when it is stored, not from when it was requested: a forecast issued between the two has not seen it.
    const { series } = await ingestActuals(actuals, observations, { ingestedAt: clock.now(), arrival: 'live' });
    const sum = (count: 'newHours' | 'restatedHours') => series.reduce((total, row) => total + row[count], 0);
    return { newHours: sum('newHours'), restatedHours: sum('restatedHours') };
  }

  return {
    async shallow(askedAt, signal) {
      const window = { start: floorToHour(askedAt - REREAD_MS), end: floorToHour(askedAt + LOOK_AHEAD_MS) };
      const pieces = piecesOf(window, source.pieceMs);
      const reading = await read(pieces, askedAt, signal);
      const { newHours, restatedHours, left, error } = reading;
      await noteReading(ledger, { source: ledgerName.load(source.name), askedAt }, reading, signal);
      isDown = left.length === pieces.length;
      if (left.length === 0) {
        observer.polled({ outcome: 'ok', at: clock.now(), newHours, restatedHours });
        log.info({ source: source.name, newHours, restatedHours, isDeep: false }, 'polled');
      } else if (!signal.aborted || isTimeout(signal)) {
        observer.polled({ outcome: 'failed', at: clock.now(), newHours, restatedHours });
        const failed = { err: error, source: source.name, newHours, left: left.length };
        log.error(failed, 'load poll failed; stored load is unchanged');
      }
      return { isNew: newHours + restatedHours > 0, failed: left.length > 0 };
    },

    async deep(askedAt, signal) {
      if (deepLeft.length === 0 && askedAt - deepAt >= DAY_MS) {
        const window = { start: floorToHour(askedAt - REREAD_DAILY_MS), end: floorToHour(askedAt - REREAD_MS) };
        deepLeft = piecesOf(window, source.pieceMs);
        deepAt = askedAt;
      }
      if (deepLeft.length === 0 || isDown || signal.aborted) return { isNew: false };
      const reading = await read(deepLeft, askedAt, signal);
      const { newHours, restatedHours, left, error } = reading;
      await noteReading(ledger, { source: ledgerName.deep(source.name), askedAt }, reading, signal);
      deepLeft = left;
      const isNew = newHours + restatedHours > 0;
      if (isNew) observer.polled({ outcome: 'ok', at: clock.now(), newHours, restatedHours });
      const counts = { source: source.name, newHours, restatedHours, isDeep: true, left: left.length };
      if (left.length === 0) log.info(counts, 'polled');
      else if (!signal.aborted || isTimeout(signal))
        log.warn({ ...counts, err: error }, 'deep poll incomplete; the next poll resumes it');
      return { isNew };
    },
  };
}

/** A poll that a lost leadership cut short is not noted: the next leader asks again. */
async function noteReading(
  ledger: PollNoteDeps,
  poll: Pick<PollNote, 'source' | 'askedAt'>,
  { newHours, restatedHours, left, error }: Reading,
  signal: AbortSignal,
): Promise<void> {
  if (left.length > 0 && signal.aborted && !isTimeout(signal)) return;
  await notePoll(ledger, { ...poll, failure: left.length > 0 ? { error } : undefined, newHours, restatedHours });
}

/** Whether the poll took too long; a lost leadership aborts it for another reason, and is no failure. */
function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** A window in pieces, the newest first. */
export function piecesOf({ start, end }: Window, pieceMs = Number.POSITIVE_INFINITY): Window[] {
  const pieces: Window[] = [];
  for (let last = end; last > start; last = pieces.at(-1)!.start) {
    pieces.push({ start: Math.max(start, last - pieceMs), end: last });
  }
  return pieces;
}
