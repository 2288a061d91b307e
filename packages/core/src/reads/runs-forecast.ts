import type { DayForecast } from '../accuracy/gate-vintages.js';
import type { AreaId } from '../areas/area.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { ForecastLines, ModelId, Vintage } from '../vintages/vintage.js';

export interface NewestDeps {
  readonly vintages: Pick<VintageStore, 'newest'>;
  /** Called regularly during a long read, so that a process with many callers can serve the others. */
  readonly pause?: () => Promise<void>;
}

/** What reading market runs needs. */
export interface RunDeps extends NewestDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'headers' | 'count'>;
}

/** What one market run says of a window. Arrays have one value per hour from `start`, MW; NaN where it says nothing. */
export interface RunForecast extends ForecastLines {
  readonly start: EpochMs;
  /** When the vintage of each hour was issued, epoch ms. */
  readonly issuedAtMs: Float64Array;
  /** Issue time and model of the newest vintage that covers an hour of it; undefined when no hour has a value. */
  newest: { readonly issuedAt: EpochMs; readonly model: ModelId } | undefined;
}

/** Vintages read between two pauses: a few ms of decompression. */
export const VINTAGES_PER_PAUSE = 8;

/**
 * A run that says nothing yet.
 *
 * @param window both ends on whole UTC hours
 */
export function emptyRun(window: Window): RunForecast {
  const hours = Math.max(0, Math.round((window.end - window.start) / HOUR_MS));
  const missing = () => new Float64Array(hours).fill(Number.NaN);
  return {
    start: window.start,
    valueMw: missing(),
    p10Mw: missing(),
    p90Mw: missing(),
    issuedAtMs: missing(),
    newest: undefined,
  };
}

/** Hourly values from some instant on: a vintage, or a part of one. */
type Spoken = DayForecast & { readonly start: EpochMs };

/**
 * Copies into a run what a vintage says of the hours of a window.
 *
 * Hours outside the run or the vintage are left as they are.
 *
 * @param window both ends on whole UTC hours
 */
export function copyInto(run: RunForecast, spoken: Spoken, window: Window): void {
  const runEnd = run.start + run.valueMw.length * HOUR_MS;
  const spokenEnd = spoken.start + spoken.valueMw.length * HOUR_MS;
  const to = Math.min(window.end, runEnd, spokenEnd);
  let spoke = false;
  for (let hour = Math.max(window.start, run.start, spoken.start); hour < to; hour += HOUR_MS) {
    const source = Math.round((hour - spoken.start) / HOUR_MS);
    const target = Math.round((hour - run.start) / HOUR_MS);
    run.valueMw[target] = spoken.valueMw[source]!;
    run.p10Mw[target] = spoken.p10Mw[source]!;
    run.p90Mw[target] = spoken.p90Mw[source]!;
    if (Number.isNaN(spoken.valueMw[source]!)) continue;
    run.issuedAtMs[target] = spoken.issuedAt;
    spoke = true;
  }
  if (spoke && (run.newest === undefined || spoken.issuedAt > run.newest.issuedAt)) {
    run.newest = { issuedAt: spoken.issuedAt, model: spoken.model };
  }
}

/**
 * A reader of newest vintages that pauses at regular intervals and asks the store once per instant in a row.
 *
 * @returns the vintage with the latest `issuedAt` among those available at an instant, or undefined
 */
export function vintageReader(deps: NewestDeps, areaId: AreaId): (asOf: EpochMs) => Promise<Vintage | undefined> {
  let reads = 0;
  let last: { asOf: EpochMs; vintage: Vintage | undefined } | undefined;
  return async (asOf) => {
    if (last?.asOf === asOf) return last.vintage;
    if (reads > 0 && reads % VINTAGES_PER_PAUSE === 0) await deps.pause?.();
    reads++;
    last = { asOf, vintage: await deps.vintages.newest(areaId, asOf) };
    return last.vintage;
  };
}
