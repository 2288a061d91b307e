import {
  type ActualsStore,
  type EpochMs,
  ingestActuals,
  type LoadSource,
  type Observations,
  type Window,
} from '@loadcast/core';
import type { Clock, Log } from '@loadcast/observe';

export interface PieceReaderDeps {
  readonly source: LoadSource;
  readonly actuals: ActualsStore;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Called after each piece that brought something new. */
  readonly onPiece?: (() => Promise<void>) | undefined;
}

export interface PiecesRead {
  readonly newHours: number;
  readonly restatedHours: number;
  /** Missing pieces, failed ones last. */
  readonly left: readonly Window[];
  /** Why the first of them failed. */
  readonly error: unknown;
}

/** So many failures in a row, and the source is down: the other pieces wait for the next poll. */
const MOST_FAILURES_IN_A_ROW = 2;

/** Reads pieces of the source one after the other and stores each as it comes. */
export async function readPieces(
  deps: PieceReaderDeps,
  pieces: readonly Window[],
  askedAt: EpochMs,
  signal: AbortSignal,
): Promise<PiecesRead> {
  const failed: Window[] = [];
  let [newHours, restatedHours, failuresInARow, next] = [0, 0, 0, 0];
  let error: unknown;
  while (next < pieces.length && failuresInARow < MOST_FAILURES_IN_A_ROW && !signal.aborted) {
    const piece = pieces[next++]!;
    try {
      const counts = await store(deps, await deps.source.fetch(piece, askedAt, signal));
      newHours += counts.newHours;
      restatedHours += counts.restatedHours;
      failuresInARow = 0;
      if (counts.newHours + counts.restatedHours > 0) await deps.onPiece?.();
    } catch (thrown) {
      error ??= thrown;
      failed.push(piece);
      failuresInARow++;
    }
  }
  if (next < pieces.length) error ??= signal.reason;
  return { newHours, restatedHours, left: [...pieces.slice(next), ...failed], error };
}

async function store(
  { source, actuals, clock, log }: PieceReaderDeps,
  observations: Observations,
): Promise<Pick<PiecesRead, 'newHours' | 'restatedHours'>> {
  const { quarantined_rows, quarantined } = observations.provenance;
  if (quarantined_rows) {
    log.warn({ source: source.name, quarantined_rows, quarantined }, 'rows that are not as documented were left out');
  }
  // Known from when it is stored, not from when it was requested: a forecast issued between the two has not seen it.
  const { series } = await ingestActuals(actuals, observations, { ingestedAt: clock.now(), arrival: 'live' });
  const sum = (count: 'newHours' | 'restatedHours') => series.reduce((total, row) => total + row[count], 0);
  return { newHours: sum('newHours'), restatedHours: sum('restatedHours') };
}

/** A window in pieces, the newest first. */
export function piecesOf({ start, end }: Window, pieceMs = Number.POSITIVE_INFINITY): Window[] {
  const pieces: Window[] = [];
  for (let last = end; last > start; last = pieces.at(-1)!.start) {
    pieces.push({ start: Math.max(start, last - pieceMs), end: last });
  }
  return pieces;
}
