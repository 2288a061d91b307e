import { workerData } from 'node:worker_threads';
import type { EpochMs, Window } from '@loadcast/core';
import { FEEDS, readFeed } from '@loadcast/sources/operator-feeds';
import type { AreaRecord } from '@loadcast/storage/sqlite';
import { answerQuestions } from '../asked-threads/answer-questions.js';
import { yieldToRequests } from '../forecasting/thread-priority.js';
import { openWeather, type WeatherSettings } from '../weather/weather-sources.js';
import { openAreas } from '../wiring/areas.js';
import { type LoadSourceSettings, openLoadSource } from '../wiring/load-source.js';
import { UPSTREAM_ERRORS } from './upstream-failure.js';

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

const once = <T>(open: () => T): (() => T) => {
  let opened: T | undefined;
  return () => (opened ??= open());
};
const weather = once(() => openWeather(areas, settings)!);
const load = once(() => openLoadSource('eia', areas, settings));
const SOURCES = { load, weather: () => weather().forecast, pastWeather: () => weather().past! };

yieldToRequests();
answerQuestions<UpstreamQuestion>((question, signal) => {
  if ('source' in question) return SOURCES[question.source]().fetch(question.window, question.now, signal);
  return readFeed(FEEDS.find(({ id }) => id === question.feedId)!, question.bytes, question.given);
}, UPSTREAM_ERRORS);
