import { type Area, addDays, type EpochMs, HOUR_MS, type KnownSeries, localDay, type Vintage } from '@loadcast/core';
import { type PeakDay, type PeakDeps, readPeaks } from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';
import { createPause } from '@loadcast/formats';

export const ODDS_THRESHOLDS_PCT = [15, 25, 50, 75] as const;

/** Odds of a day, in percent, as they are in an event. Absent where too little is known. */
interface OddsData {
  readonly month_pct?: number;
  readonly program?: string;
  readonly program_pct?: number;
}

/** Something of a day before and after a run, where it moved or crossed a threshold. */
interface Change<Known> {
  readonly day: string;
  readonly now: Known;
  readonly before: Known;
}

export interface ExpectedPeak {
  readonly hour: EpochMs;
  readonly mw: number;
}

/** A peak that moves by less has not changed. */
const PEAK_CHANGE = 0.01;

/**
 * What a run has changed: tomorrow's expected peak, moved to another hour or by 1 %; and the first of today and tomorrow whose
 * odds of being the highest of the month, or one of the days of a coincident-peak rule, crossed a threshold. Computed in
 * slices of 5 ms: requests are answered meanwhile.
 *
 * @param at when the run became available
 */
export async function peakChanges(
  sources: Omit<PeakDeps, 'pause'>,
  area: Area,
  run: Vintage,
  before: Vintage,
  at: EpochMs,
): Promise<{ readonly move: Change<ExpectedPeak> | undefined; readonly crossing: Change<OddsData> | undefined }> {
  const today = localDay(area.marketTimezone, run.issuedAt);
  const tomorrow = addDays(today, 1);
  const load = await sources.actuals.read({ series: area.series, measure: 'demand' });
  const counting = [today, tomorrow].filter((day) =>
    mayCount([run, before], measuredOn(load, area, day, at), area, day),
  );
  const days = counting.includes(today) ? [today, tomorrow] : [tomorrow];
  const deps = { ...sources, pause: createPause() };
  const now = await readPeaks(deps, { area, days, asOf: at });
  const was = await readPeaks(deps, { area, days, asOf: before.availableAt });
  return {
    move: moveOf(area, now.at(-1)!, was.at(-1)!),
    crossing: crossingOf(
      now.filter(({ day }) => counting.includes(day)),
      was.filter(({ day }) => counting.includes(day)),
    ),
  };
}

function moveOf(area: Area, after: PeakDay, earlier: PeakDay): Change<ExpectedPeak> | undefined {
  const [now, before] = [expectedPeak(area, after), expectedPeak(area, earlier)];
  if (!now || !before) return undefined;
  const isSame = now.hour === before.hour && Math.abs(now.mw / before.mw - 1) < PEAK_CHANGE;
  return isSame ? undefined : { day: after.day, now, before };
}

function expectedPeak(area: Area, { day, odds }: PeakDay): ExpectedPeak | undefined {
  if (!odds?.peak) return undefined;
  const { start } = operatingDayWindow(area.marketTimezone, day);
  return { hour: start + odds.peak.likeliestHour * HOUR_MS, mw: odds.peak.expectedMw };
}

function crossingOf(now: readonly PeakDay[], was: readonly PeakDay[]): Change<OddsData> | undefined {
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

/** A day whose load, measured and forecast, stays this far below the highest hour of both runs is not among the highest. */
const LEAST_OF_HIGHEST = 0.95;

function mayCount(runs: readonly Vintage[], measuredMw: readonly number[], area: Area, day: string): boolean {
  const window = operatingDayWindow(area.marketTimezone, day);
  return runs.some(({ start, valueMw }) => {
    const least = LEAST_OF_HIGHEST * Math.max(...valueMw);
    const isOfDay = (at: EpochMs) => at >= window.start && at < window.end;
    return (
      measuredMw.some((mw) => mw >= least) || valueMw.some((mw, hour) => mw >= least && isOfDay(start + hour * HOUR_MS))
    );
  });
}

/** Load of the hours of a day that was known at an instant, MW. */
function measuredOn({ start, values, knownAtMs }: KnownSeries, area: Area, day: string, at: EpochMs): number[] {
  const window = operatingDayWindow(area.marketTimezone, day);
  const [first, end] = [window.start, window.end].map((edge) => Math.max(0, (edge - start) / HOUR_MS)) as [
    number,
    number,
  ];
  return [...values.subarray(first, end)].filter((_, i) => knownAtMs[first + i]! <= at);
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
