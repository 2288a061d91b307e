import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AreaId } from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import { parseWeather } from './parse-weather.js';
import { WEATHER_LAYOUTS } from './weather-layouts.js';
import { linesOf } from './weather-rows.js';

/** Weather as a backtest uses it. */
export interface WeatherFile {
  readonly weather: ReadonlyMap<AreaId, KnownWeather>;
  /** What it is, for the person watching: observed weather is foresight, and says so. */
  readonly note: string;
}

/**
 * Reads a file of hourly weather, `.csv` or `.csv.gz`, in one of the layouts of `WEATHER_LAYOUTS`.
 *
 * @throws {Error} naming the file: it cannot be read, its header is of no known layout, or a line of it is wrong
 */
export async function readWeatherFile(path: string): Promise<WeatherFile> {
  const bytes = await readFile(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  const [header = [], ...rows] = linesOf(text);
  const layout = WEATHER_LAYOUTS.find(({ columns }) => columns.every((column) => header.includes(column)));
  if (!layout) throw new Error(`${basename(path)}: no weather layout has the columns ${header.join(', ')}`);
  try {
    return { weather: parseWeather(layout, header, rows), note: layout.note };
  } catch (error) {
    throw new Error(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
