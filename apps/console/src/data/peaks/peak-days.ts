import { epochMs } from '../../time/epoch-ms.js';
import { hoursOfDay } from '../../time/market-day.js';
import { wallTime } from '../../time/wall-clock.js';
import { type ColumnsAnswer, numbers, texts } from '../columns.js';

export interface PeakDay {
  /** `2026-11-22`, on the market's clock. */
  readonly day: string;
  readonly state: 'forecast' | 'measured' | 'pending';
  /** Whether there is a forecast. A pending day with one has hours before it that are neither measured nor in an older one. */
  readonly hasRun: boolean;
  readonly peakMw: number | null;
  readonly p10: number | null;
  readonly p90: number | null;
  readonly startMs: number | undefined;
  /** Odds in percent; null where too little is known, or the plan has none. */
  readonly monthPct: number | null;
  readonly season: string | undefined;
  readonly seasonPct: number | null;
  /** Id of the coincident-peak rule that the day counts for. */
  readonly program: string | undefined;
  readonly programPct: number | null;
  /** Percent by wall-clock hour of the market, 24 values; null where there are none. */
  readonly hourPcts: readonly (number | null)[];
  readonly actualMw: number | null;
  readonly actualStartMs: number | undefined;
}

const MOST_HOURS = 25;

/** `/v1/demand/peaks?format=columns` of one grid, a day each. */
export function peakDays(answer: ColumnsAnswer, marketZone: string): readonly PeakDay[] {
  const number = (name: string, row: number): number | null => numbers(answer, name)[row] ?? null;
  const text = (name: string, row: number): string | undefined => texts(answer, name)[row];
  const instant = (name: string, row: number): number | undefined => {
    const given = text(name, row);
    return given === undefined ? undefined : epochMs(given);
  };
  return texts(answer, 'day').flatMap((day, row): PeakDay[] => {
    if (day === undefined) return [];
    const byOrder = Array.from({ length: MOST_HOURS }, (_, hour) => number(`hour_${hour + 1}_pct`, row));
    return [
      {
        day,
        state: (text('state', row) ?? 'pending') as PeakDay['state'],
        hasRun: text('issued_at', row) !== undefined,
        peakMw: number('peak_mw', row),
        p10: number('p10', row),
        p90: number('p90', row),
        startMs: instant('peak_time_utc', row),
        monthPct: number('month_pct', row),
        season: text('season', row),
        seasonPct: number('season_so_far_pct', row),
        program: text('program', row),
        programPct: number('program_pct', row),
        hourPcts: byWallHour(byOrder, day, marketZone),
        actualMw: number('actual_peak_mw', row),
        actualStartMs: instant('actual_peak_time_utc', row),
      },
    ];
  });
}

/** Odds by hour of the wall clock from those by order in the day: the hour that is there twice in autumn has both of its odds. */
function byWallHour(byOrder: readonly (number | null)[], day: string, zone: string): readonly (number | null)[] {
  const pcts = new Array<number | null>(24).fill(null);
  for (const [order, at] of hoursOfDay(day, zone).entries()) {
    const { hour } = wallTime(at, zone);
    const pct = byOrder[order] ?? null;
    if (pct !== null) pcts[hour] = (pcts[hour] ?? 0) + pct;
  }
  return pcts;
}

/** Odds of the hour that a day's peak was expected in. */
export function likeliestPct({ startMs, hourPcts }: PeakDay, zone: string): number | null {
  return startMs === undefined ? null : (hourPcts[wallTime(startMs, zone).hour] ?? null);
}

/** How the odds of past days came out. */
export interface PeakRecord {
  /** Days with odds that were measured. */
  readonly days: number;
  /** Days whose likeliest hour was the highest. */
  readonly hourHits: number;
  /** How many of them the odds had promised. */
  readonly hourHitsPromised: number;
  /** Days whose peak was inside p10 to p90. */
  readonly inside: number;
}

/** Fewer days are too few for a verdict. */
export const LEAST_DAYS = 10;

export function peakRecord(days: readonly PeakDay[], zone: string): PeakRecord {
  const scored = days.flatMap((each) => {
    const { actualMw, p10, p90 } = each;
    const promisedPct = likeliestPct(each, zone);
    return actualMw === null || p10 === null || p90 === null || promisedPct === null
      ? []
      : [{ each, promisedPct, isInside: actualMw >= p10 && actualMw <= p90 }];
  });
  return {
    days: scored.length,
    hourHits: scored.filter(({ each }) => each.startMs === each.actualStartMs).length,
    hourHitsPromised: scored.reduce((sum, { promisedPct }) => sum + promisedPct / 100, 0),
    inside: scored.filter(({ isInside }) => isInside).length,
  };
}

/** `under 1 %`, `74 %`, `over 99 %`: odds are counted over 400 paths, and no path is not never. */
export function oddsText(pct: number | null): string {
  if (pct === null) return 'pending';
  if (pct < 1) return 'under 1 %';
  return pct > 99 ? 'over 99 %' : `${Math.round(pct)} %`;
}
