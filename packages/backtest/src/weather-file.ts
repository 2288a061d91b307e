import {
  type AreaId,
  type Areas,
  type EpochMs,
  foldBlocks,
  type KnownRule,
  type KnownSeries,
  type WeatherVariable,
} from '@loadcast/core';
import type { KnownWeather, WeatherPoint } from '@loadcast/core/series';
import { areaCode } from '@loadcast/formats';
import { humidityPct } from './humidity.js';
import { blockOf, entryOf } from './inputs/hour-block.js';
import { type CsvFile, readCsvFile } from './read-csv-file.js';
import { rowReader, type WeatherRow, type WeatherValues } from './weather-row.js';

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

const VARIABLES: readonly { readonly variable: WeatherVariable; read(values: WeatherValues): number }[] = [
  { variable: 'temperatureC', read: (values) => values.temperature_c },
  { variable: 'humidityPct', read: (values) => humidityPct(values.temperature_c, values.dew_point_c) },
  { variable: 'cloudPct', read: (values) => values.cloud_cover_pct },
  { variable: 'solarWm2', read: (values) => values.shortwave_w_m2 },
];

/** Hours of one point from one issue, or its observed hours. */
interface Issue {
  readonly issuedAt: EpochMs | undefined;
  readonly rows: Map<EpochMs, WeatherValues>;
}

interface Point {
  readonly name: string;
  readonly weight: number;
  readonly issues: Map<EpochMs | undefined, Issue>;
}

class WeatherCollector {
  private readonly areas = new Map<AreaId, Map<string, Point>>();

  /** @throws {Error} the hour was given before, or the point has had another weight */
  add({ areaId, point: name, weight, issuedAt, start, values }: WeatherRow, lineNumber: number): void {
    const points = entryOf(this.areas, areaId, () => new Map<string, Point>());
    const point = entryOf(points, name, () => ({ name, weight, issues: new Map() }));
    if (point.weight !== weight) {
      throw new Error(
        `line ${lineNumber}, column weight: '${weight}' is not ${point.weight}, which the point has above`,
      );
    }
    const { rows } = entryOf(point.issues, issuedAt, () => ({ issuedAt, rows: new Map() }));
    if (rows.has(start)) throw new Error(`line ${lineNumber}: this hour of this point and issue is given twice`);
    rows.set(start, values);
  }

  weather(): ReadonlyMap<AreaId, KnownWeather> {
    return new Map(
      [...this.areas].map(([areaId, points]) => {
        const isForeseen = this.isForeseen(areaId);
        return [areaId, { points: [...points.values()].map((point) => knownPoint(point, isForeseen)) }];
      }),
    );
  }

  /** Areas that have observed weather only: taken as known beforehand. */
  foreseenAreas(): readonly AreaId[] {
    return [...this.areas.keys()].filter((areaId) => this.isForeseen(areaId));
  }

  private isForeseen(areaId: AreaId): boolean {
    const points = [...this.areas.get(areaId)!.values()];
    return points.every(({ issues }) => [...issues.keys()].every((issuedAt) => issuedAt === undefined));
  }
}

const ALWAYS_KNOWN: KnownRule = { kind: 'at', at: 0 };
/** Observed beside forecasts: known when the hour has ended. */
const KNOWN_AT_END: KnownRule = { kind: 'lag', lagMs: 0 };

function knownPoint({ name, weight, issues }: Point, isForeseen: boolean): WeatherPoint {
  const observed = isForeseen ? ALWAYS_KNOWN : KNOWN_AT_END;
  const known = (issuedAt: EpochMs | undefined): KnownRule =>
    issuedAt === undefined ? observed : { kind: 'at', at: issuedAt };
  const variables: { [K in WeatherVariable]?: KnownSeries } = {};
  for (const { variable, read } of VARIABLES) {
    const blocks = [...issues.values()].map(({ rows, issuedAt }) => blockOf(rows, read, known(issuedAt)));
    const hasValues = blocks.some(({ values }) => values.some((value) => !Number.isNaN(value)));
    if (hasValues) variables[variable] = foldBlocks(blocks);
  }
  return { name, weight, variables };
}
