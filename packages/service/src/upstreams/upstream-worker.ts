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

export type UpstreamSettings = LoadSourceSettings & WeatherSettings;

export type SourceName = 'load' | 'weather' | 'pastWeather';

/** A question to a source, with the records of the areas there are now: a thread opens no store. Or a feed's file to read. */
export type UpstreamQuestion =
  | { readonly source: SourceName; readonly asked: readonly [Window, EpochMs]; readonly areas: readonly AreaRecord[] }
  | {
      readonly feedId: string;
      readonly bytes: Uint8Array;
      readonly given: { readonly fileName: string; readonly receivedAt: EpochMs };
    };

const settings = workerData as UpstreamSettings;
let [records, areas] = ['[]', openAreas()];

const once = <T>(open: () => T): (() => T) => {
  let opened: T | undefined;
  return () => (opened ??= open());
};
const weather = once(() => openWeather(() => areas, settings)!);
const load = once(() => openLoadSource('eia', () => areas, settings));
const SOURCES = { load, weather: () => weather().forecast, pastWeather: () => weather().past! };

yieldToRequests();
answerQuestions<UpstreamQuestion>((question, signal) => {
  if ('feedId' in question) {
    return readFeed(FEEDS.find(({ id }) => id === question.feedId)!, question.bytes, question.given);
  }
  const now = JSON.stringify(question.areas);
  if (now !== records) [records, areas] = [now, openAreas(question.areas)];
  return SOURCES[question.source]().fetch(...question.asked, signal);
}, UPSTREAM_ERRORS);
