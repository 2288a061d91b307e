import { DAY_MS, type EpochMs, floorToHour, HOUR_MS, MINUTE_MS, type WeatherSource } from '@loadcast/core';
import { historyStart, type WeatherArchive, withReport } from './weather-archive.js';

export interface WeatherSources {
  readonly forecast: WeatherSource;
  /** Past forecasts, to learn from; absent where the provider keeps none. */
  readonly past: WeatherSource | undefined;
  /** To be shown wherever the data is used; empty when nothing is asked for. */
  readonly attribution: string;
}

export interface FollowWeatherDeps {
  readonly sources: WeatherSources;
  read(): Promise<WeatherArchive>;
  write(archive: WeatherArchive): Promise<void>;
}

const FORECAST_EVERY_MS = 55 * MINUTE_MS;
const AHEAD_MS = 16 * DAY_MS;
/** What was observed lately is asked for again: the newest hours are revised. */
const BEHIND_MS = 3 * DAY_MS;
const HISTORY_MS = 730 * DAY_MS;
const PIECE_MS = 60 * DAY_MS;

/**
 * Keeps the weather archive up: a forecast an hour, and one piece of history a call until two years are there.
 *
 * @returns what is called at every poll; tells whether there is anything new
 */
export function followWeather({ sources, read, write }: FollowWeatherDeps) {
  let archive: WeatherArchive | undefined;
  let nextForecastAt = Number.NEGATIVE_INFINITY;
  let hasAllHistory = sources.past === undefined;

  return async (now: EpochMs, signal: AbortSignal): Promise<boolean> => {
    const before = archive ?? (await read());
    archive = before;
    if (now >= nextForecastAt) {
      const window = { start: floorToHour(now - BEHIND_MS), end: floorToHour(now + AHEAD_MS) };
      const { blocks } = await sources.forecast.fetch(window, now, signal);
      archive = withReport(archive, blocks, now);
      nextForecastAt = now + FORECAST_EVERY_MS;
    }
    if (!hasAllHistory) archive = await withPiece(archive, now, signal);
    if (archive === before) return false;
    await write(archive);
    return true;
  };

  async function withPiece(from: WeatherArchive, now: EpochMs, signal: AbortSignal): Promise<WeatherArchive> {
    const end = floorToHour(historyStart(from) ?? now - HOUR_MS);
    const start = Math.max(end - PIECE_MS, floorToHour(now - HISTORY_MS));
    if (start >= end || !sources.past) {
      hasAllHistory = true;
      return from;
    }
    const { blocks } = await sources.past.fetch({ start, end }, now, signal);
    const known = withReport(from, blocks, now);
    // The provider's archive begins somewhere; a piece that adds nothing is its end.
    if ((historyStart(known) ?? end) >= end) hasAllHistory = true;
    return known;
  }
}
