import { createHash } from 'node:crypto';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { unpack } from './body.js';
import { type FeedContext, FeedError, FeedRefusal, type FeedValue, type ParsedFeed } from './feed.js';
import { BELIEVABLE_MW, type Feed } from './feeds.data.js';

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
  /** Parts left out on purpose. */
  readonly leftOut: readonly string[];
}

/** A reply must be of these days around its arrival. */
const OLDEST_MS = 3 * 24 * HOUR_MS;
const NEWEST_MS = 10 * 24 * HOUR_MS;

/**
 * Reads a reply of a feed. Hours before the publication are no forecasts, a last day of one value is a placeholder, and an
 * hour counts as observed when all of its intervals are there: such values are left out. Anything else that is wrong refuses the
 * whole reply.
 *
 * @throws {FeedRefusal} with the hash of the bytes
 */
export function readFeed(feed: Feed, bytes: Uint8Array, given: Omit<FeedContext, 'zone'>): ReadFeed {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const context = { ...given, zone: feed.zone };
  try {
    const parsed = feed.parse(unpack(bytes), context);
    return { feed: feed.id, sha256, ...screened(feed, parsed, context) };
  } catch (error) {
    if (error instanceof FeedError) throw new FeedRefusal(feed.id, error.fault, error.message, sha256);
    if (error instanceof RangeError)
      throw new FeedRefusal(feed.id, 'cut_short', 'the reply ends where more was announced', sha256);
    throw error;
  }
}

function screened(feed: Feed, parsed: ParsedFeed, { receivedAt }: FeedContext): Omit<ReadFeed, 'feed' | 'sha256'> {
  const { actual, forecast: all, actualMinutes } = parsed;
  if (actual.length + all.length === 0) throw new FeedError('no_data', 'the reply holds no value');
  const leftOut = [...(parsed.leftOut ?? [])];
  const publishedAt = parsed.publishedAt ?? receivedAt;
  refuseRepeated([...all], 'forecast');
  refuseRepeated([...actual], 'load');
  refuseGaps(all, parsed.untellable);
  refuseUnit(feed, [...actual, ...all]);
  refuseDay([...actual, ...all], receivedAt);
  const real = withoutPlaceholder(all);
  if (real.length < all.length) leftOut.push(`${all.length - real.length} hours of a last day with one value`);
  const forecast = real.filter(({ start }) => start >= publishedAt);
  if (forecast.length < real.length) leftOut.push(`${real.length - forecast.length} hours before the publication`);
  const load = actualMinutes === 60 ? [...actual] : wholeHours(actual, actualMinutes, receivedAt);
  const newest = actualMinutes === 60 ? undefined : actual.at(-1);
  return { load, newest, forecast, publishedAt, leftOut };
}

function refuseRepeated(values: readonly FeedValue[], what: string): void {
  const starts = new Set(values.map(({ start }) => start));
  if (starts.size < values.length)
    throw new FeedError('repeated_hour', `the ${what} of ${values.length - starts.size} intervals is given twice`);
}

/** Hours of a forecast must be consecutive, except hours that the feed cannot give. */
function refuseGaps(values: readonly FeedValue[], untellable: readonly EpochMs[] = []): void {
  if (values.length === 0) return;
  const starts = [...values.map(({ start }) => start), ...untellable].sort((a, b) => a - b);
  const gap = starts.findIndex((start, i) => i > 0 && start - starts[i - 1]! !== HOUR_MS);
  if (gap > 0) throw new FeedError('missing_hour', `an hour is missing before ${new Date(starts[gap]!).toISOString()}`);
}

/** Load outside of what the grid can have is another unit, or another grid. A single odd value is left to screening. */
function refuseUnit({ areaId }: Feed, values: readonly FeedValue[]): void {
  const [least, most] = BELIEVABLE_MW[areaId] ?? [0, Number.POSITIVE_INFINITY];
  const odd = values.filter(({ mw }) => mw < least || mw > most).length;
  if (odd > values.length / 2)
    throw new FeedError('wrong_unit', `${odd} of ${values.length} values are no MW of ${areaId}`);
}

function refuseDay(values: readonly FeedValue[], receivedAt: EpochMs): void {
  const last = values.reduce((newest, { start }) => Math.max(newest, start), Number.NEGATIVE_INFINITY);
  const first = values.reduce((oldest, { start }) => Math.min(oldest, start), Number.POSITIVE_INFINITY);
  if (last >= receivedAt - OLDEST_MS && first <= receivedAt + NEWEST_MS) return;
  throw new FeedError('wrong_day', `the values end at ${new Date(last).toISOString()}`);
}

/** Drops a last day whose 24 values are all equal. */
function withoutPlaceholder(values: readonly FeedValue[]): readonly FeedValue[] {
  const sorted = [...values].sort((a, b) => a.start - b.start);
  const isPlaceholder = sorted.length > 24 && sorted.slice(-24).every(({ mw }) => mw === sorted.at(-1)!.mw);
  return isPlaceholder ? sorted.slice(0, -24) : sorted;
}

/** Means of the hours that have ended and whose intervals are all there. */
function wholeHours(values: readonly FeedValue[], minutes: number, now: EpochMs): FeedValue[] {
  const hours = new Map<EpochMs, number[]>();
  for (const { start, mw } of values) {
    const hour = Math.floor(start / HOUR_MS) * HOUR_MS;
    hours.set(hour, [...(hours.get(hour) ?? []), mw]);
  }
  return [...hours]
    .filter(([hour, mws]) => mws.length * minutes * MINUTE_MS === HOUR_MS && hour + HOUR_MS <= now)
    .map(([start, mws]) => ({ start, mw: mws.reduce((sum, mw) => sum + mw, 0) / mws.length }))
    .sort((a, b) => a.start - b.start);
}
