import type { AreaId, Areas } from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import { areaCode } from '@loadcast/formats';
import { WeatherCollector } from './collect-weather.js';
import { type CsvFile, readCsvFile } from './read-csv-file.js';
import { rowReader } from './weather-row.js';

export interface WeatherFile {
  readonly weather: ReadonlyMap<AreaId, KnownWeather>;
  /** The kind of weather, for the person watching: observed weather taken as known beforehand is named so. */
  readonly note: string;
}

/**
 * Reads a file of hourly weather, `.csv` or `.csv.gz`: a header and one line an area, point, issue and hour
 * (`weather-columns.data.ts`). Empty lines are skipped.
 *
 * A forecast is known from its `issued_at`. Observed weather (empty `issued_at`) is known when its hour has ended, where
 * the area also has forecasts; where it has none, it is taken as known beforehand, and the note says so.
 *
 * @throws {Error} naming the file, and line and column of the fault, the given value and the allowed ones
 */
export function readWeatherFile(path: string, areas: Areas): Promise<WeatherFile> {
  return readCsvFile(path, (file) => readWeather(file, areas));
}

function readWeather({ columns, lines }: CsvFile, areas: Areas): WeatherFile {
  const readRow = rowReader(columns, areas);
  const collector = new WeatherCollector();
  for (const { fields, number } of lines) collector.add(readRow(fields, number), number);
  const weather = collector.weather();
  const codes = (areaIds: Iterable<AreaId>) => [...areaIds].map((id) => areaCode(areas.byId(id))).join(', ');
  const foreseen = collector.foreseenAreas();
  const note =
    foreseen.length === 0
      ? `of ${codes(weather.keys())}, each value known from its issue`
      : `observed values of ${codes(foreseen)} are taken as known beforehand (ex post: scores are a bound, not a forecast)`;
  return { weather, note };
}
