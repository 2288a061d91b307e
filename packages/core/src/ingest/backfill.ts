import type { Areas } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { LoadSource } from '../ports/load-source.js';
import { readAsOf } from '../series/known-series.js';
import { DAY_MS, type EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { type IngestReport, ingestActuals } from './ingest-actuals.js';

export interface BackfillStep {
  readonly window: Window;
  /** Absent when the store held every hour of it already. */
  readonly report?: IngestReport;
  /** Series that the source was asked for and has no row of. */
  readonly absent?: readonly string[];
}

export interface BackfillOptions {
  readonly areas: Areas;
  readonly now: () => EpochMs;
  readonly signal: AbortSignal;
  /** Read windows again whose hours the store holds. Default false. */
  readonly again?: boolean;
  /** Length of one window, ms. Default 30 days. */
  readonly stepMs?: number;
}

const STEP_MS = 30 * DAY_MS;

/**
 * Reads a long window from a source piece by piece, oldest first, each piece stored whole.
 *
 * A backfill can be resumed: stored pieces stay, and a piece is skipped when the store holds every hour of every area
 * in it. Values become known as history does, see `HISTORY_KNOWN`.
 *
 * @param window both ends on whole UTC hours
 * @throws any error of the source or the store; the pieces before stay
 */
export async function* backfill(
  store: ActualsStore,
  source: LoadSource,
  window: Window,
  { areas, now, signal, again = false, stepMs = STEP_MS }: BackfillOptions,
): AsyncGenerator<BackfillStep> {
  for (let start = window.start; start < window.end; start += stepMs) {
    signal.throwIfAborted();
    const piece = { start, end: Math.min(window.end, start + stepMs) };
    if (!again && (await isHeld(store, areas, piece))) {
      yield { window: piece };
      continue;
    }
    const askedAt = now();
    const observations = await source.fetch(piece, askedAt, signal);
    const report = await ingestActuals(store, observations, { ingestedAt: askedAt, arrival: 'history', areas });
    const { series_without_rows: absent } = observations.provenance;
    yield { window: piece, report, absent: absent === undefined ? [] : String(absent).split(' ') };
  }
}

async function isHeld(store: ActualsStore, areas: Areas, window: Window): Promise<boolean> {
  for (const { series } of areas.list) {
    const held = await store.read({ series, measure: 'demand' });
    if (readAsOf(held, window, Number.POSITIVE_INFINITY).valuesMw.some((mw) => Number.isNaN(mw))) return false;
  }
  return true;
}
