import { screenedActuals } from '../accuracy/screened-actuals.js';
import type { Area } from '../areas/area.js';
import type { IssuedForecast } from '../forecast/forecaster.js';
import { measuredPeak } from '../peaks/later-peaks.js';
import { peakOdds } from '../peaks/peak-odds.js';
import { type DaySpan, isEligible, monthOf, programOf, seasonOf } from '../peaks/peak-spans.js';
import type { KnownSeries } from '../series/known-series.js';
import { type LoadSeries, valueAt } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, operatingDayWindow } from '../time/operating-day.js';

/** The odds of an event at the gate, and whether it came. */
export interface OddsCase {
  readonly odds: number;
  readonly came: boolean;
}

/** The peak of an operating day: the forecast at its gate and the outcome. Hours count from the day's first. */
export interface PeakCase {
  readonly day: string;
  readonly expectedMw: number;
  readonly hourOdds: readonly number[];
  readonly likeliestHour: number;
  /** The highest hour of the forecast curve, and its value. */
  readonly curveMw: number;
  readonly curveHour: number;
  readonly actualMw: number;
  readonly actualHour: number;
  /** That the day is the highest of its month, of the season so far, and one of the days of its programme. */
  readonly month?: OddsCase;
  readonly seasonSoFar?: OddsCase;
  readonly program?: OddsCase;
}

/** What happened on the days of a backtest and of the spans that they are ranked in. */
export class TruePeaks {
  private readonly zone: string;
  private readonly hours: LoadSeries;
  private readonly byDay = new Map<string, number>();

  constructor(area: Area, truth: KnownSeries, from: EpochMs, to: EpochMs) {
    this.zone = area.marketTimezone;
    const window = { start: from - 366 * DAY_MS, end: to + 366 * DAY_MS };
    this.hours = screenedActuals(area, truth, window, Number.POSITIVE_INFINITY);
  }

  /** MW; NaN where too few hours are known. */
  of(day: string): number {
    const kept = this.byDay.get(day);
    if (kept !== undefined) return kept;
    const mw = measuredPeak(this.hours, this.zone, day);
    this.byDay.set(day, mw);
    return mw;
  }

  hoursOf(day: string): Float64Array {
    const { start, end } = operatingDayWindow(this.zone, day);
    return Float64Array.from({ length: (end - start) / HOUR_MS }, (_, hour) =>
      valueAt(this.hours, start + hour * HOUR_MS),
    );
  }

  /** Whether fewer than `count` other days of a span were higher; undefined where a day of it is not known. */
  isAmong(day: string, { first, last }: DaySpan, count: number, isRanked = (_: string) => true): boolean | undefined {
    let higher = 0;
    for (let other = first; other <= last; other = addDays(other, 1)) {
      if (!isRanked(other)) continue;
      const mw = this.of(other);
      if (Number.isNaN(mw)) return undefined;
      if (other !== day && mw > this.of(day)) higher++;
    }
    return higher < count;
  }
}

/** The case of an operating day; undefined where the run has no odds for it, or an hour was not measured. */
export function peakCase(
  area: Area,
  load: KnownSeries,
  truth: TruePeaks,
  issued: IssuedForecast,
  issuedAt: EpochMs,
  day: string,
): PeakCase | undefined {
  const actual = truth.hoursOf(day);
  if (actual.some(Number.isNaN)) return undefined;
  const run = { ...issued, areaId: area.id, issuedAt };
  const [found] = peakOdds({ area, load, run }, [day], issuedAt);
  // A run without bounds has no odds to be judged.
  if (!found?.peak || Number.isNaN(found.peak.p10Mw)) return undefined;
  const first = Math.round((operatingDayWindow(area.marketTimezone, day).start - issued.start) / HOUR_MS);
  const curve = issued.valueMw.subarray(first, first + actual.length);
  const { season: _, ...season } = seasonOf(day);
  const ranked = programOf(area, day);
  const month = oddsCase(found.monthOdds, truth.isAmong(day, monthOf(day), 1));
  const seasonSoFar = oddsCase(found.seasonSoFarOdds, truth.isAmong(day, { ...season, last: day }, 1));
  const isRanked = (other: string) => ranked !== undefined && isEligible(area, ranked.program, other);
  const program =
    ranked && oddsCase(found.programOdds, truth.isAmong(day, ranked.span, ranked.program.count, isRanked));
  return {
    day,
    expectedMw: found.peak.expectedMw,
    hourOdds: [...found.peak.hourOdds],
    likeliestHour: found.peak.likeliestHour,
    curveMw: Math.max(...curve),
    curveHour: curve.indexOf(Math.max(...curve)),
    actualMw: Math.max(...actual),
    actualHour: actual.indexOf(Math.max(...actual)),
    ...(month && { month }),
    ...(seasonSoFar && { seasonSoFar }),
    ...(program && { program }),
  };
}

function oddsCase(odds: number | undefined, came: boolean | undefined): OddsCase | undefined {
  return odds === undefined || came === undefined ? undefined : { odds, came };
}
