import type { Area } from '../areas/area.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { DAY_MS, type EpochMs } from '../time/instant.js';
import { addDays, instantOnDay, localDay } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import { GATE_TIME_OF_DAY_MS } from '../vintages/market-run.js';
import type { VintageHeader } from '../vintages/vintage.js';

export interface RunsQuery {
  readonly area: Area;
  /** When the runs became available. */
  readonly window: Window;
  readonly asOf: EpochMs;
}

export interface ListedRun extends VintageHeader {
  /** The gate at which it was the newest run, and so is the market runs that are fixed then; undefined where there was none. */
  readonly gateAt: EpochMs | undefined;
}

/** The runs of an area that became available in a window, the last one first. */
export async function listRuns(
  { vintages }: { readonly vintages: Pick<VintageStore, 'headers'> },
  { area, window, asOf }: RunsQuery,
): Promise<ListedRun[]> {
  const end = Math.min(window.end, asOf + 1);
  if (end <= window.start) return [];
  // The gate after a run lies within a day: runs that came before it say whether the run still counted.
  const headers = await vintages.headers(area.id, { start: window.start, end: Math.min(end + DAY_MS, asOf + 1) });
  return headers
    .filter(({ availableAt }) => availableAt < end)
    .map((header) => ({ ...header, gateAt: findGate(header, headers, area, asOf) }))
    .sort((a, b) => b.availableAt - a.availableAt || b.issuedAt - a.issuedAt);
}

/** The first gate after a run became available, where no later issue was there by then. */
function findGate(
  { issuedAt, availableAt }: VintageHeader,
  headers: readonly VintageHeader[],
  { marketTimezone }: Area,
  asOf: EpochMs,
): EpochMs | undefined {
  const today = localDay(marketTimezone, availableAt);
  const ofToday = instantOnDay(marketTimezone, today, GATE_TIME_OF_DAY_MS);
  const gate = ofToday >= availableAt ? ofToday : instantOnDay(marketTimezone, addDays(today, 1), GATE_TIME_OF_DAY_MS);
  const isSuperseded = headers.some((other) => other.issuedAt > issuedAt && other.availableAt <= gate);
  return gate > asOf || isSuperseded ? undefined : gate;
}
