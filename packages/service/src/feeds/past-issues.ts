import {
  type ActualsStore,
  type Areas,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  ingestActuals,
  type KnownSeries,
} from '@loadcast/core';
import { findInstants, offsetMs } from '@loadcast/core/time';
import type { Log } from '@loadcast/observe';
import { type Feed, FeedRefusal, fileNameOf, pastAddress, zippedFiles } from '@loadcast/sources/operator-feeds';
import { countNews, hoursOf } from './feed-hours.js';
import type { FollowedFeed, ReadFeedFile } from './followed-feed.js';

export interface PastIssuesDeps {
  areas(): Areas;
  readonly actuals: ActualsStore;
  readonly readFeed: ReadFeedFile;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Days of past forecasts that a store begins with: each season once, and a month. */
const PAST_DAYS = 400;
/** Files asked for in a poll, one after the other. */
const FILES_A_POLL = 40;
/** The operator keeps no older files when so many in a row are not there. */
const MOST_ABSENT = 10;

/** Where the search for past issues of a feed stands: it goes back in time. */
interface Search {
  /** The day asked for next: a midnight of the feed's clock, written as if it were UTC. */
  day: number;
  readonly lastDay: number;
  /** Only issues that were public before this are new. */
  knownFrom: EpochMs;
  absent: number;
  nextAt: EpochMs;
}

/**
 * Reads the forecasts that an operator published before the store followed its feed, the newest first, so that no installation
 * starts young. Each is known from the time at which it was public; nothing is read of the time since the feed is followed.
 *
 * @returns a function to call at every poll; it resolves to new hours, and never rejects
 */
export function pastIssues(
  deps: PastIssuesDeps,
): (followed: FollowedFeed, now: EpochMs, signal: AbortSignal) => Promise<number> {
  const searches = new Map<string, Search>();
  return async (followed, now, signal) => {
    const { feed } = followed;
    if (!feed.past || !feed.follows.includes('forecast')) return 0;
    let search = searches.get(feed.id);
    try {
      search ??= await beginSearch(deps, feed, now);
      searches.set(feed.id, search);
      return now < search.nextAt ? 0 : await readBack(deps, followed, search, now, signal);
    } catch (error) {
      if (signal.aborted) return 0;
      if (search) search.nextAt = now + HOUR_MS;
      deps.log.warn({ err: error, feed: feed.id }, 'past forecasts of an operator could not be read');
      return 0;
    }
  };
}

async function beginSearch({ areas, actuals }: PastIssuesDeps, { areaId, zone }: Feed, now: EpochMs): Promise<Search> {
  const known = await actuals.read(forecastKey(areas(), areaId));
  const knownFrom = Math.min(now, oldestKnown(known));
  const dayOf = (at: EpochMs) => Math.floor((at + offsetMs(zone, at)) / DAY_MS) * DAY_MS;
  return { day: dayOf(knownFrom), lastDay: dayOf(now) - PAST_DAYS * DAY_MS, knownFrom, absent: 0, nextAt: now };
}

const forecastKey = (areas: Areas, areaId: Feed['areaId']) =>
  ({ series: areas.byId(areaId).series, measure: 'multi_day_forecast' }) as const;

function oldestKnown({ knownAtMs, replaced }: KnownSeries): EpochMs {
  const older = [...replaced.values()].map((versions) => versions[0]?.knownAtMs ?? Number.POSITIVE_INFINITY);
  return [...knownAtMs.filter((at) => !Number.isNaN(at)), ...older].reduce(
    (oldest, at) => Math.min(oldest, at),
    Number.POSITIVE_INFINITY,
  );
}

async function readBack(
  deps: PastIssuesDeps,
  { feed, ask, baseUrl }: FollowedFeed,
  search: Search,
  now: EpochMs,
  signal: AbortSignal,
): Promise<number> {
  let newHours = 0;
  for (let files = 0; files < FILES_A_POLL && search.day >= search.lastDay && search.absent < MOST_ABSENT; files++) {
    const address = pastAddress(feed, search.day, baseUrl)!;
    const answer = await ask(address, {}, signal);
    search.absent = answer.kind === 'file' ? 0 : search.absent + 1;
    const issues = answer.kind === 'file' ? issuesIn(feed, answer.bytes, fileNameOf(address), search.day) : [];
    for (const issue of issues) newHours += await keepIssue(deps, feed, issue, search, now);
    do search.day -= DAY_MS;
    while (search.day >= search.lastDay && pastAddress(feed, search.day, baseUrl)!.href === address.href);
  }
  if (newHours > 0)
    deps.log.info({ feed: feed.id, newHours, day: new Date(search.day) }, 'past forecasts of an operator read');
  return newHours;
}

/** The issues of a file, the newest first. */
function issuesIn({ zone, past }: Feed, bytes: Uint8Array, fileName: string, day: number) {
  const publicAt = (wallMs: number): EpochMs => findInstants(zone, wallMs).at(-1) ?? wallMs - offsetMs(zone, wallMs);
  const zipped = zippedFiles(bytes);
  if (zipped.length === 0)
    return [{ fileName, publicAt: publicAt(day + past!.publicAfterHours * HOUR_MS), bytes: () => bytes }];
  return zipped
    .map(({ name, writtenAtWallMs, unpack }) => ({
      fileName: name,
      publicAt: publicAt(writtenAtWallMs),
      bytes: unpack,
    }))
    .sort((a, b) => b.publicAt - a.publicAt);
}

/** Stores an issue that is older than all that are known. @returns its new hours; 0 of one that cannot be read, which is named */
async function keepIssue(
  { areas, actuals, readFeed, log }: PastIssuesDeps,
  feed: Feed,
  { fileName, publicAt, bytes }: ReturnType<typeof issuesIn>[number],
  search: Search,
  now: EpochMs,
): Promise<number> {
  if (publicAt >= search.knownFrom) return 0;
  try {
    const { forecast, sha256 } = await readFeed(feed, bytes(), { fileName, receivedAt: publicAt });
    if (forecast.length === 0) return 0;
    const known = { kind: 'at', at: publicAt } as const;
    const series = [{ key: forecastKey(areas(), feed.areaId), known, ...hoursOf(forecast) }];
    const provenance = { sha256, file: fileName, readAt: new Date(now).toISOString() };
    const observations = { source: `feed ${feed.id}`, provenance, series };
    const report = await ingestActuals(actuals, observations, { ingestedAt: publicAt, arrival: 'history' });
    search.knownFrom = publicAt;
    return countNews(report);
  } catch (error) {
    if (!(error instanceof FeedRefusal)) throw error;
    log.warn({ feed: feed.id, file: fileName, fault: error.fault }, 'a past forecast of an operator was left out');
    return 0;
  }
}
