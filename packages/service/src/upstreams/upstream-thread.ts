import { existsSync } from 'node:fs';
import type { EpochMs, Window } from '@loadcast/core';
import { readFeed } from '@loadcast/sources/operator-feeds';
import type { AreaLedger } from '@loadcast/storage/sqlite';
import { AskedThread, openThread } from '../asked-threads/asked-thread.js';
import type { ReadFeedFile } from '../feeds/followed-feed.js';
import type { WeatherSources } from '../weather/follow-weather.js';
import { UPSTREAM_ERRORS } from './upstream-failure.js';
import type { SourceName, UpstreamQuestion, UpstreamSettings } from './upstream-worker.js';

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./upstream-worker.js', import.meta.url);

/** Replies of some megabytes as objects. A reply that takes more ends the thread, and with it this poll alone. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 } as const;

/** Its memory is free again between polls, which are minutes apart. */
const IDLE_MS = 60_000;

interface Fetching {
  fetch(window: Window, now: EpochMs, signal: AbortSignal): Promise<unknown>;
}

/** Where upstreams are asked and their replies are parsed: a thread of its own, so no reply delays a request. */
export interface UpstreamThread {
  /** The source, asked on the thread. */
  move<S extends Fetching>(name: SourceName, source: S): S;
  moveWeather(sources: WeatherSources): WeatherSources;
  readonly readFeed: ReadFeedFile;
  close(): Promise<void>;
}

/** @param areas reads the records of the areas there are now */
export function upstreamThread(settings: UpstreamSettings, areas: AreaLedger['list']): UpstreamThread {
  if (!existsSync(WORKER_FILE)) {
    return {
      move: (_name, source) => source,
      moveWeather: (sources) => sources,
      readFeed: async (...given) => readFeed(...given),
      close: async () => undefined,
    };
  }
  const thread = new AskedThread<UpstreamQuestion>({
    open: () => openThread(WORKER_FILE, { workerData: settings, resourceLimits: HEAP }),
    classes: UPSTREAM_ERRORS,
    idleMs: IDLE_MS,
  });
  const move: UpstreamThread['move'] = (name, source) => ({
    ...source,
    fetch: async (window: Window, now: EpochMs, signal: AbortSignal) =>
      thread.ask({ source: name, asked: [window, now], areas: await areas() }, signal),
  });
  return {
    move,
    moveWeather: (sources) => ({
      ...sources,
      forecast: move('weather', sources.forecast),
      past: sources.past && move('pastWeather', sources.past),
    }),
    readFeed: ({ id }, bytes, given) => thread.ask({ feedId: id, bytes, given }) as ReturnType<ReadFeedFile>,
    close: () => thread.close(),
  };
}
