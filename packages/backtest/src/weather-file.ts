import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type AreaId, areaById } from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import { areaCode } from '@loadcast/formats';
import { WeatherCollector } from './collect-weather.js';
import { rowReader } from './weather-row.js';

/** Weather as a backtest uses it. */
export interface WeatherFile {
  readonly weather: ReadonlyMap<AreaId, KnownWeather>;
  /** The kind of weather, for the person watching: observed weather taken as known beforehand is named so. */
  readonly note: string;
}

/**
 * Reads a file of hourly weather, `.csv` or `.csv.gz`: a header and one line an area, point, issue and hour
 * (`weather-columns.data.ts`). Plain CSV without quotes; empty lines are skipped.
 *
 * A forecast is known from its `issued_at`. Observed weather (empty `issued_at`) is known when its hour has ended, where
 * the area also has forecasts; where it has none, it is taken as known beforehand, and the note says so.
 *
 * @throws {Error} naming the file, and line and column of the fault, the given value and the allowed ones
 */
export async function readWeatherFile(path: string): Promise<WeatherFile> {
  const bytes = await readFile(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  try {
    return readWeather(text);
  } catch (error) {
    throw new Error(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readWeather(text: string): WeatherFile {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const readRow = rowReader((lines[0] ?? '').trimEnd());
  const collector = new WeatherCollector();
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!.trimEnd();
    if (line !== '') collector.add(readRow(line, index + 1), index + 1);
  }
  const weather = collector.weather();
  const codes = (areaIds: Iterable<AreaId>) => [...areaIds].map((id) => areaCode(areaById(id))).join(', ');
  const foreseen = collector.foreseenAreas();
  const note =
    foreseen.length === 0
      ? `of ${codes(weather.keys())}, each value known from its issue`
      : `observed values of ${codes(foreseen)} are taken as known beforehand (ex post: scores are a bound, not a forecast)`;
  return { weather, note };
}
