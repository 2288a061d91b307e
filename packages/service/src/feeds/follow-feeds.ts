import { DAY_MS, type EpochMs, HOUR_MS, type IncomingSeries, ingestActuals, MINUTE_MS } from '@loadcast/core';
import type { Log } from '@loadcast/observe';
import {
  addressesOf,
  type Feed,
  FeedRefusal,
  fileNameOf,
  type ReadFeed,
  type Validators,
} from '@loadcast/sources/operator-feeds';
import { ledgerName, notePoll, type PollNoteDeps } from '../schedule/poll-notes.js';
import type { FeedArchive } from './feed-archive.js';
import { countNews, hoursOf } from './feed-hours.js';
import type { FollowedFeed } from './followed-feed.js';
import { type PastIssuesDeps, pastIssues } from './past-issues.js';

export interface FollowFeedsDeps extends PollNoteDeps, PastIssuesDeps {
  readonly feeds: readonly FollowedFeed[];
  readonly archive: FeedArchive;
  /** Files are kept so long; undefined: for ever. */
  readonly keepMs: number | undefined;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Issues closer together than this are kept in the archive alone. */
const STORE_EVERY_MS = 6 * HOUR_MS;
/** A failed feed is paused for this long, or for its own time between files if that is longer. */
const AFTER_FAILURE_MS = 15 * MINUTE_MS;

interface FeedState {
  nextAt: EpochMs;
  storedAt: EpochMs;
  address: string;
  validators: Validators;
}

/**
 * Follows the operators' feeds: each is asked as often as it is published, keeps every changed file, and stores its forecasts as
 * known from the moment they came; then what the operator published before. One that fails does not hold the others up.
 *
 * @returns a function to call at every poll; it resolves to whether the store has new data
 */
export function followFeeds(deps: FollowFeedsDeps): (now: EpochMs, signal: AbortSignal) => Promise<boolean> {
  const { feeds, archive, keepMs } = deps;
  const states = new Map<string, FeedState>();
  const readPast = pastIssues(deps);
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async (now, signal) => {
    const news = await Promise.all(
      feeds.map(async (followed) => {
        const isNew = await poll(deps, states, followed, now, signal);
        return (await readPast(followed, now, signal)) > 0 || isNew;
      }),
    );
    if (keepMs !== undefined && now >= sweptAt + DAY_MS) {
      sweptAt = now;
      await archive.sweep(now - keepMs);
    }
    return news.some((isNew) => isNew);
  };
}

async function poll(
  deps: FollowFeedsDeps,
  states: Map<string, FeedState>,
  { feed, ask, baseUrl }: FollowedFeed,
  now: EpochMs,
  signal: AbortSignal,
): Promise<boolean> {
  const never = Number.NEGATIVE_INFINITY;
  const state = states.get(feed.id) ?? { nextAt: never, storedAt: never, address: '', validators: {} };
  states.set(feed.id, state);
  if (now < state.nextAt) return false;
  state.nextAt = now + feed.everyMinutes * MINUTE_MS;
  const note = { source: ledgerName.feed(feed.id), askedAt: now, restatedHours: 0 };
  try {
    const read = await readNewest(deps, state, { feed, ask, baseUrl }, now, signal);
    const newHours = read === undefined ? 0 : await store(deps, state, feed, read, now);
    await notePoll(deps, { ...note, newHours });
    return newHours > 0;
  } catch (error) {
    if (signal.aborted) return false;
    state.nextAt = Math.max(state.nextAt, now + AFTER_FAILURE_MS);
    const refusal = error instanceof FeedRefusal ? { fault: error.fault, sha256: error.sha256 } : {};
    deps.log.warn({ err: error, feed: feed.id, ...refusal }, 'an operator’s feed was left out');
    await notePoll(deps, { ...note, newHours: 0, failure: { error } });
    return false;
  }
}

/** Asks for the newest file that is there; keeps it when it has changed, readable or not. */
async function readNewest(
  deps: FollowFeedsDeps,
  state: FeedState,
  { feed, ask, baseUrl }: FollowedFeed,
  now: EpochMs,
  signal: AbortSignal,
): Promise<ReadFeed | undefined> {
  for (const address of addressesOf(feed, now, baseUrl)) {
    const validators = address.href === state.address ? state.validators : {};
    const answer = await ask(address, validators, signal);
    if (answer.kind === 'unchanged') return undefined;
    if (answer.kind === 'absent') continue;
    const given = { fileName: fileNameOf(address), receivedAt: now };
    const read = await deps.readFeed(feed, answer.bytes, given).catch(refusalOf);
    const isNew = await deps.archive.keep(feed.id, read.sha256, answer.bytes, now);
    if ('refusal' in read) throw read.refusal;
    if (isNew && read.isPartial)
      deps.log.warn({ feed: feed.id, leftOut: read.leftOut }, 'parts of an operator’s feed were left out');
    state.address = address.href;
    state.validators = answer.validators;
    return isNew ? read : undefined;
  }
  return undefined;
}

function refusalOf(error: unknown): { readonly refusal: FeedRefusal; readonly sha256: string } {
  if (error instanceof FeedRefusal) return { refusal: error, sha256: error.sha256 };
  throw error;
}

/**
 * Stores the followed parts of a file: load at once, a forecast unless another was stored a short while ago. @returns
 * new or changed hours
 */
async function store(
  { areas, actuals }: FollowFeedsDeps,
  state: FeedState,
  { id, areaId, follows = [] }: Feed,
  { forecast, load, publishedAt, sha256 }: ReadFeed,
  now: EpochMs,
): Promise<number> {
  const { series: name } = areas().byId(areaId);
  const isForecastDue = forecast.length > 0 && now >= state.storedAt + STORE_EVERY_MS;
  const series: IncomingSeries[] = [
    ...(follows.includes('load') && load.length > 0
      ? [{ key: { series: name, measure: 'newest_load' as const }, ...hoursOf(load) }]
      : []),
    ...(follows.includes('forecast') && isForecastDue
      ? [{ key: { series: name, measure: 'multi_day_forecast' as const }, ...hoursOf(forecast) }]
      : []),
  ];
  if (series.length === 0) return 0;
  const provenance = { sha256, publishedAt: new Date(publishedAt).toISOString() };
  const report = await ingestActuals(
    actuals,
    { source: `feed ${id}`, provenance, series },
    { ingestedAt: now, arrival: 'live' },
  );
  if (isForecastDue) state.storedAt = now;
  return countNews(report);
}
