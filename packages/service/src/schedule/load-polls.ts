import { DAY_MS, type EpochMs, floorToHour, type Window } from '@loadcast/core';
import type { PollLedger } from '@loadcast/storage/sqlite';
import { ledgerName, notePoll } from './poll-notes.js';
import { type PieceReaderDeps, piecesOf, readPieces } from './read-pieces.js';
import type { ServiceObserver } from './service-observer.js';

export interface LoadPollDeps extends PieceReaderDeps {
  readonly observer: ServiceObserver;
  readonly polls?: Pick<PollLedger, 'add'> | undefined;
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

export function createLoadPolls(deps: LoadPollDeps): LoadPolls {
  const { source, clock, log, observer, polls } = deps;
  let deepAt = Number.NEGATIVE_INFINITY;
  let deepLeft: readonly Window[] = [];
  let isDown = false;

  async function read(name: string, pieces: readonly Window[], askedAt: EpochMs, signal: AbortSignal) {
    const reading = await readPieces(deps, pieces, askedAt, signal);
    const { newHours, restatedHours, left, error } = reading;
    const isWhole = left.length === 0;
    const hasFailed = !isWhole && (!signal.aborted || isTimeout(signal));
    // A poll that a lost leadership cut short is not noted: the next leader asks again.
    if (isWhole || hasFailed) {
      const failure = hasFailed ? { error } : undefined;
      await notePoll({ clock, log, polls }, { source: name, askedAt, failure, newHours, restatedHours });
    }
    return { ...reading, isWhole, hasFailed, isNew: newHours + restatedHours > 0 };
  }

  return {
    async shallow(askedAt, signal) {
      const window = { start: floorToHour(askedAt - REREAD_MS), end: floorToHour(askedAt + LOOK_AHEAD_MS) };
      const pieces = piecesOf(window, source.pieceMs);
      const reading = await read(ledgerName.load(source.name), pieces, askedAt, signal);
      const { newHours, restatedHours, left, error, isNew } = reading;
      isDown = left.length === pieces.length;
      if (reading.isWhole) {
        observer.polled({ outcome: 'ok', at: clock.now(), newHours, restatedHours });
        log.info({ source: source.name, newHours, restatedHours, isDeep: false }, 'polled');
      } else if (reading.hasFailed) {
        observer.polled({ outcome: 'failed', at: clock.now(), newHours, restatedHours });
        const failed = { err: error, source: source.name, newHours, left: left.length };
        log.error(failed, 'load poll failed; stored load is unchanged');
      }
      return { isNew, failed: !reading.isWhole };
    },

    async deep(askedAt, signal) {
      if (deepLeft.length === 0 && askedAt - deepAt >= DAY_MS) {
        const window = { start: floorToHour(askedAt - REREAD_DAILY_MS), end: floorToHour(askedAt - REREAD_MS) };
        deepLeft = piecesOf(window, source.pieceMs);
        deepAt = askedAt;
      }
      if (deepLeft.length === 0 || isDown || signal.aborted) return { isNew: false };
      const reading = await read(ledgerName.deep(source.name), deepLeft, askedAt, signal);
      const { newHours, restatedHours, left, error, isNew } = reading;
      deepLeft = left;
      if (isNew) observer.polled({ outcome: 'ok', at: clock.now(), newHours, restatedHours });
      const counts = { source: source.name, newHours, restatedHours, isDeep: true, left: left.length };
      if (reading.isWhole) log.info(counts, 'polled');
      else if (reading.hasFailed) log.warn({ ...counts, err: error }, 'deep poll incomplete; the next poll resumes it');
      return { isNew };
    },
  };
}

/** Whether the poll took too long; a lost leadership aborts it for another reason, and is no failure. */
function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
