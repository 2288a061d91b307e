import { parentPort, workerData } from 'node:worker_threads';
import type { EpochMs, Window } from '@loadcast/core';
import { FEEDS, readFeed } from '@loadcast/sources/operator-feeds';
import type { AreaRecord } from '@loadcast/storage/sqlite';
import { yieldToRequests } from '../forecasting/thread-priority.js';
import { openWeather, type WeatherSettings } from '../weather/weather-sources.js';
import { openAreas } from '../wiring/areas.js';
import { type LoadSourceSettings, openLoadSource } from '../wiring/load-source.js';
import type { ThreadMessage, ThreadReply } from './asked-thread.js';
import { describeFailure } from './upstream-failure.js';

/** How upstreams are reached, and the areas that were added: a thread opens no store. */
export type UpstreamSettings = LoadSourceSettings & WeatherSettings & { readonly added: readonly AreaRecord[] };

/** A source of load or weather that the thread asks. */
export type SourceName = 'load' | 'weather' | 'pastWeather';

export type UpstreamQuestion =
  | { readonly source: SourceName; readonly window: Window; readonly now: EpochMs }
  | {
      readonly feedId: string;
      readonly bytes: Uint8Array;
      readonly given: { readonly fileName: string; readonly receivedAt: EpochMs };
    };

const settings = workerData as UpstreamSettings;
const areas = openAreas(settings.added);
const stops = new Map<number, AbortController>();

const once = <T>(open: () => T): (() => T) => {
  let opened: T | undefined;
  return () => (opened ??= open());
};
const weather = once(() => openWeather(areas, settings)!);
const load = once(() => openLoadSource('eia', areas, settings));
const SOURCES = { load, weather: () => weather().forecast, pastWeather: () => weather().past! };

async function answer(question: UpstreamQuestion, signal: AbortSignal): Promise<unknown> {
  if ('source' in question) return SOURCES[question.source]().fetch(question.window, question.now, signal);
  return readFeed(FEEDS.find(({ id }) => id === question.feedId)!, question.bytes, question.given);
}

yieldToRequests();
parentPort!.on('message', async ({ id, question }: ThreadMessage<UpstreamQuestion>) => {
  if (!question) return stops.get(id)?.abort(new Error('nobody waits for the answer'));
  const stop = new AbortController();
  stops.set(id, stop);
  let reply: ThreadReply;
  try {
    reply = { id, value: await answer(question, stop.signal) };
  } catch (error) {
    reply = { id, failure: describeFailure(error) };
  }
  stops.delete(id);
  parentPort!.postMessage(reply);
});
