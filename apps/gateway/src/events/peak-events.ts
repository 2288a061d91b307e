import { type Area, addDays, type EpochMs, HOUR_MS, localDay, type Vintage } from '@loadcast/core';
import { type PeakDay, type PeakDeps, readPeaks } from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';
import { createPause } from '@loadcast/formats';

/** Odds, in percent, whose crossing is reported. */
export const ODDS_THRESHOLDS_PCT = [25, 50, 75] as const;

/** Odds of a day, in percent, as they are in an event. Absent where too little is known. */
export interface OddsData {
  readonly month_pct?: number;
  readonly program?: string;
  readonly program_pct?: number;
}

/** The odds of a day before and after a run, where they crossed a threshold. */
export interface OddsCrossing {
  readonly day: string;
  readonly now: OddsData;
  readonly before: OddsData;
}

/**
 * The first of today and tomorrow whose odds of being the highest of the month, or one of the days of a coincident-peak rule, a run
 * has moved across a threshold. Computed in slices of 5 ms: requests are answered meanwhile.
 *
 * @param at when the run became available
 */
export async function oddsCrossing(
  sources: Omit<PeakDeps, 'pause'>,
  area: Area,
  run: Vintage,
  before: Vintage,
  at: EpochMs,
): Promise<OddsCrossing | undefined> {
  const today = localDay(area.marketTimezone, run.issuedAt);
  const days = [today, addDays(today, 1)].filter((day) => mayCount(run, before, area, day));
  if (days.length === 0) return undefined;
  const deps = { ...sources, pause: createPause() };
  const now = await readPeaks(deps, { area, days, asOf: at });
  const was = await readPeaks(deps, { area, days, asOf: at - 1 });
  for (const [index, peak] of now.entries()) {
    const [after, earlier] = [dataOf(peak), dataOf(was[index]!)];
    const crosses = (name: 'month_pct' | 'program_pct') => {
      const [to, from] = [bandOf(after[name]), bandOf(earlier[name])];
      return to !== undefined && from !== undefined && to !== from;
    };
    if (crosses('month_pct') || crosses('program_pct')) return { day: peak.day, now: after, before: earlier };
  }
  return undefined;
}

/** A day whose forecast stays this far below the highest hour of both runs is not among the highest. */
const LEAST_OF_HIGHEST = 0.95;

function mayCount(run: Vintage, before: Vintage, area: Area, day: string): boolean {
  return [run, before].some(({ start, valueMw }) => {
    const window = operatingDayWindow(area.marketTimezone, day);
    const highest = valueMw.reduce((most, mw) => Math.max(most, mw), Number.NEGATIVE_INFINITY);
    return valueMw.some((mw, hour) => {
      const at = start + hour * HOUR_MS;
      return at >= window.start && at < window.end && mw >= LEAST_OF_HIGHEST * highest;
    });
  });
}

function dataOf({ odds }: PeakDay): OddsData {
  const percent = (share: number) => Math.round(10_000 * share) / 100;
  return {
    ...(odds?.monthOdds !== undefined && { month_pct: percent(odds.monthOdds) }),
    ...(odds?.program &&
      odds.programOdds !== undefined && { program: odds.program.id, program_pct: percent(odds.programOdds) }),
  };
}

/** How many thresholds odds have reached; undefined without odds. */
function bandOf(pct: number | undefined): number | undefined {
  return pct === undefined ? undefined : ODDS_THRESHOLDS_PCT.filter((threshold) => pct >= threshold).length;
}
