import type { AreaRow } from '../areas/area-row.js';
import { FLAG, SCREEN_FLAGS, type ScreenFlag } from '../screening/flags.js';
import type { ScreenPolicy } from '../screening/policy.js';
import { screen } from '../screening/screen.js';
import { isDoubtful, SECOND_LOOK_HOURS } from '../screening/second-look.js';
import { REVIEWED_HOURS, type ReviewedHours } from '../screening/withheld.data.js';
import { type KnownSeries, readAsOf, versionKnownAt } from '../series/known-series.js';
import { type LoadSeries, seriesWindow, sliceSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { parseEpochMs } from '../time/read-instant.js';
import type { Window } from '../time/window.js';

/** Screening looks back 28 days, and fills gaps from a week before that. */
export const SCREEN_WARM_UP_MS = 42 * DAY_MS;
/** It looks this far ahead, for steps that stay and runs that freeze. */
export const SCREEN_AHEAD_MS = SECOND_LOOK_HOURS * HOUR_MS;

/** Whose load is screened: its EIA-930 id, which says what was reviewed, and what counts as a fault. */
export type ScreenedSeries = Pick<AreaRow, 'series' | 'screening'>;

/** Series that can confirm an hour that looks like a fault. */
export interface WitnessSeries {
  readonly operator: KnownSeries;
  readonly parts: readonly KnownSeries[];
  readonly neighbours: readonly KnownSeries[];
}

/** An hour that the source published and no answer serves. */
export interface WithheldHour {
  readonly start: EpochMs;
  readonly valueMw: number;
  /** The flag of the screen; `review` where the reviewed table alone withholds it. */
  readonly reason: ScreenFlag | 'review';
  /** What a person found; undefined where nobody has looked yet. */
  readonly review: ReviewedHours | undefined;
}

/** Reported load of a window, and the verdict on each hour. */
export interface ScreenedWindow {
  /** Hourly, MW, NaN where nothing was published or the hour is withheld. */
  readonly usable: LoadSeries;
  /** The published hours that are withheld, ascending. */
  readonly withheld: readonly WithheldHour[];
  /** Whether witnesses could lift a flag. */
  readonly isDoubtful: boolean;
}

/**
 * Screens reported load as known at an instant, by the hours around it, by witnesses, and by the reviewed table, which
 * has the last word.
 *
 * @param known reported load
 * @param window both ends on whole UTC hours
 * @param asOf epoch ms: values known later are left out; `Infinity` for the newest values
 */
export function screenWindow(
  { series, screening }: ScreenedSeries,
  known: KnownSeries,
  window: Window,
  asOf: EpochMs,
  witnesses?: WitnessSeries,
): ScreenedWindow {
  const longer = { start: window.start - SCREEN_WARM_UP_MS, end: window.end + SCREEN_AHEAD_MS };
  const read = (each: KnownSeries): Float64Array => readAsOf(each, longer, asOf).valuesMw;
  const whole = readAsOf(known, longer, asOf);
  const first = Math.round(SCREEN_WARM_UP_MS / HOUR_MS);
  const reported = sliceSeries(whole, window);
  const flags = screen(whole, screening, {
    isRepeated: (hour) => isRepeated(known, longer.start + hour * HOUR_MS, asOf),
    ...(witnesses && {
      operatorMw: read(witnesses.operator),
      partsMw: witnesses.parts.map(read),
      neighboursMw: witnesses.neighbours.map(read),
    }),
  }).subarray(first, first + reported.valuesMw.length);
  const reviews = findReviews(series, reported);
  const isServed = (hour: number): boolean => {
    const verdict = reviews.get(hour)?.verdict ?? 'as_screened';
    return verdict === 'as_screened' ? flags[hour] === FLAG.good : verdict === 'serve';
  };
  const withheld: WithheldHour[] = [];
  const valuesMw = reported.valuesMw.map((valueMw, hour) => {
    if (Number.isNaN(valueMw) || isServed(hour)) return valueMw;
    const reason = flags[hour] === FLAG.good ? 'review' : SCREEN_FLAGS[flags[hour]!]!;
    withheld.push({ start: window.start + hour * HOUR_MS, valueMw, reason, review: reviews.get(hour) });
    return Number.NaN;
  });
  return {
    usable: { ...reported, valuesMw },
    withheld,
    isDoubtful: flags.some((_, hour) => isDoubtful(flags, hour)),
  };
}

/**
 * The actuals that forecasts are scored against: reported load, NaN where it is withheld. See `screenWindow`.
 *
 * @returns an hourly series over exactly `window`, MW
 */
export function screenedActuals(of: ScreenedSeries, known: KnownSeries, window: Window, asOf: EpochMs): LoadSeries {
  return screenWindow(of, known, window, asOf).usable;
}

/**
 * A series with the hours that screening flags set to NaN, without witnesses and reviews: what a model knows.
 *
 * @param reported hourly; its first six weeks serve the screen as history
 * @returns a fresh series over the same hours
 */
export function dropFlagged(screening: ScreenPolicy, reported: LoadSeries): LoadSeries {
  const flags = screen(reported, screening);
  return { ...reported, valuesMw: reported.valuesMw.map((value, i) => (flags[i] === FLAG.good ? value : Number.NaN)) };
}

/** The reviewed hours of each series, `[from, to)`. */
const REVIEWS = REVIEWED_HOURS.flatMap((review) =>
  review.hours.map((text) => {
    const [series, range] = text.split(' ') as [string, string];
    const [from, to] = range.split('/').map((hour) => parseEpochMs(hour.replace('Z', ':00Z')));
    return { series, from: from!, to: to ?? from! + HOUR_MS, review };
  }),
);

function findReviews(of: string, reported: LoadSeries): Map<number, ReviewedHours> {
  const { start, end } = seriesWindow(reported);
  const found = new Map<number, ReviewedHours>();
  for (const { series, from, to, review } of REVIEWS) {
    if (series !== of) continue;
    for (let at = Math.max(start, from); at < Math.min(end, to); at += HOUR_MS) {
      const hour = Math.round((at - start) / HOUR_MS);
      if (!found.has(hour)) found.set(hour, review);
    }
  }
  return found;
}

/** A restatement this much later, and this near in logs, is a second statement of the source. */
const REPEATED_AFTER_MS = DAY_MS;
const REPEATED_WITHIN = 0.02;

function isRepeated(known: KnownSeries, start: EpochMs, asOf: EpochMs): boolean {
  const older = known.replaced.get(Math.round((start - known.start) / HOUR_MS));
  const newest = older && versionKnownAt(known, start, asOf);
  return (
    newest !== undefined &&
    older!.some(
      ({ value, knownAtMs }) =>
        newest.knownAtMs - knownAtMs >= REPEATED_AFTER_MS &&
        Math.abs(Math.log(newest.value / value)) <= REPEATED_WITHIN,
    )
  );
}
