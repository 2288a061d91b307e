import { createHash } from 'node:crypto';
import { type EpochMs, HOUR_MS } from '@loadcast/core';
import { unpack } from './body.js';
import { type FeedContext, FeedRefusal, type ParsedFeed } from './feed.js';
import { FeedError, type FeedFault } from './feed-error.js';
import { BELIEVABLE_MW, type Feed } from './feeds.data.js';
import { type FeedValue, LeftOut, wholeHours } from './left-out.js';

/** A feed's reply as it is used: hours by their start, oldest first. */
export interface ReadFeed {
  readonly feed: string;
  /** SHA-256 of the bytes as they came, in hexadecimal. */
  readonly sha256: string;
  /** Whole hours of observed load. */
  readonly load: readonly FeedValue[];
  /** The newest five minutes, where the feed has them: provisional. */
  readonly newest: FeedValue | undefined;
  /** Hours that had not begun when the forecast was published. */
  readonly forecast: readonly FeedValue[];
  /** The reply's own time of publication, else its time of arrival. */
  readonly publishedAt: EpochMs;
  /** Parts left out: on purpose, or because they cannot be read. */
  readonly leftOut: readonly string[];
  /** Whether some of them could not be read. */
  readonly isPartial: boolean;
}

/** A reply must be of these days around its arrival. */
const OLDEST_MS = 3 * 24 * HOUR_MS;
const NEWEST_MS = 10 * 24 * HOUR_MS;

/**
 * Reads a reply of a feed. Hours before the publication are no forecasts, a last day of one value is a placeholder, and an
 * hour counts as observed when all of its intervals are there: such values are left out. So are faults: a row that cannot be read, an
 * interval that is given twice with two values, a whole series where it is more than a fifth of it. Where nothing is left the
 * reply is refused.
 *
 * @throws {FeedRefusal} with the hash of the bytes
 */
export function readFeed(feed: Feed, bytes: Uint8Array, given: Omit<FeedContext, 'zone' | 'left'>): ReadFeed {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const context = { ...given, zone: feed.zone, left: new LeftOut() };
  try {
    const parsed = feed.parse(unpack(bytes), context);
    return { feed: feed.id, sha256, ...screen(feed, parsed, context) };
  } catch (error) {
    if (error instanceof FeedError) throw new FeedRefusal(feed.id, error.fault, error.message, sha256);
    if (error instanceof RangeError)
      throw new FeedRefusal(feed.id, 'cut_short', 'the reply ends where more was announced', sha256);
    throw error;
  }
}

function screen(feed: Feed, parsed: ParsedFeed, context: FeedContext): Omit<ReadFeed, 'feed' | 'sha256'> {
  const { receivedAt, left } = context;
  const { actualMinutes, untellable } = parsed;
  const publishedAt = parsed.publishedAt ?? receivedAt;
  const actual = screenSeries(feed, 'load', parsed.actual, context);
  const all = withoutGaps(screenSeries(feed, 'forecast', parsed.forecast, context), untellable, left);
  if (actual.length + all.length === 0) throw left.fault ?? new FeedError('no_data', 'the reply holds no value');
  const real = withoutPlaceholder(all);
  if (real.length < all.length) left.note(`${all.length - real.length} hours of a last day with one value`);
  const forecast = real.filter(({ start }) => start >= publishedAt);
  if (forecast.length < real.length) left.note(`${real.length - forecast.length} hours before the publication`);
  const load = actualMinutes === 60 ? actual : wholeHours(actual, actualMinutes, receivedAt);
  const newest = actualMinutes === 60 ? undefined : actual.at(-1);
  return { load, newest, forecast, publishedAt, leftOut: left.texts, isPartial: left.fault !== undefined };
}

/** More than this share of a series that cannot be read is no slip: the series has another shape. */
const MOST_ODD = 0.2;

/** One series in order, without intervals that have two values. Empty, and named, where it is not of these days or not in MW. */
function screenSeries(feed: Feed, what: string, values: readonly FeedValue[], context: FeedContext): FeedValue[] {
  const { left, receivedAt } = context;
  const byStart = new Map<EpochMs, Set<number>>();
  for (const { start, mw } of values) byStart.set(start, (byStart.get(start) ?? new Set()).add(mw));
  const clear = [...byStart].filter(([, mws]) => mws.size === 1).map(([start, [mw]]) => ({ start, mw: mw! }));
  clear.sort((a, b) => a.start - b.start);
  const leave = (fault: FeedFault, words: string): void => left.add(what, new FeedError(fault, words));
  const twice = values.length - byStart.size;
  if (twice > 0) leave('repeated_hour', `${twice} intervals are given twice`);
  if (clear.length === 0 || twice > MOST_ODD * values.length) return [];
  // Another unit, or another grid. A single odd value is left to screening.
  const [least, most] = BELIEVABLE_MW[feed.areaId] ?? [0, Number.POSITIVE_INFINITY];
  const odd = clear.filter(({ mw }) => mw < least || mw > most).length;
  if (odd > clear.length / 2) leave('wrong_unit', `${odd} of ${clear.length} values are no MW of ${feed.areaId}`);
  const [first, last] = [clear[0]!.start, clear.at(-1)!.start];
  const isOfTheseDays = last >= receivedAt - OLDEST_MS && first <= receivedAt + NEWEST_MS;
  if (!isOfTheseDays) leave('wrong_day', `the values end at ${new Date(last).toISOString()}`);
  return isOfTheseDays && odd <= clear.length / 2 ? clear : [];
}

/** Hours of a forecast should be consecutive, except hours that the feed cannot give; a few may be missing. */
function withoutGaps(values: FeedValue[], untellable: readonly EpochMs[] = [], left: LeftOut): FeedValue[] {
  const starts = [...values.map(({ start }) => start), ...untellable].sort((a, b) => a - b);
  const gaps = starts.filter((start, i) => i > 0 && start - starts[i - 1]! !== HOUR_MS);
  if (values.length === 0 || gaps.length === 0) return values;
  const missing = (starts.at(-1)! - starts[0]!) / HOUR_MS + 1 - starts.length;
  const words = `${missing} hours are missing, the first before ${new Date(gaps[0]!).toISOString()}`;
  left.add('forecast', new FeedError('missing_hour', words));
  return Number.isInteger(missing) && missing <= MOST_ODD * starts.length ? values : [];
}

/** Drops a last day whose 24 values are all equal. @param values in order */
function withoutPlaceholder(values: readonly FeedValue[]): readonly FeedValue[] {
  const isPlaceholder = values.length > 24 && values.slice(-24).every(({ mw }) => mw === values.at(-1)!.mw);
  return isPlaceholder ? values.slice(0, -24) : values;
}
