import { type AreaId, HOUR_MS, type KnownSeries } from '@loadcast/core';
import type { KnownWeather, WeatherPoint } from '@loadcast/core/series';
import type { Field, PointLayout, WeatherLayout } from './weather-layouts.js';

/**
 * Weather by area of the rows of a file. A single missing hour between two others is their mean: the autumn change
 * leaves one in files that count local hours.
 *
 * @throws {RangeError} a time is unreadable, or lies off the hour
 */
export function parseWeather(
  layout: WeatherLayout,
  header: readonly string[],
  rows: readonly string[][],
): Map<AreaId, KnownWeather> {
  const columnOf = new Map(header.map((name, index) => [name, index]));
  const timeIndex = columnOf.get(layout.timeColumn)!;
  const starts = rows.map((row, index) => startOfRow(layout, row[timeIndex], index));
  const first = starts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = starts.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const hours = rows.length === 0 ? 0 : (last - first) / HOUR_MS + 1;

  const knownAt = Float64Array.from({ length: hours }, (_, hour) => layout.knownAt(first + hour * HOUR_MS));
  const series = (value: (field: Field, start: number) => number): KnownSeries => {
    const values = new Float64Array(hours).fill(Number.NaN);
    rows.forEach((row, index) => {
      const field: Field = (column) => numberOf(row[columnOf.get(column)!]);
      values[(starts[index]! - first) / HOUR_MS] = value(field, starts[index]!);
    });
    fillSingleGaps(values);
    const knownAtMs = values.map((v, hour) => (Number.isNaN(v) ? v : knownAt[hour]!));
    return { start: first, values, knownAtMs, replaced: new Map(), blocks: 1 };
  };
  const pointOf = ({ name, weight, variables }: PointLayout): WeatherPoint => {
    const { temperatureC, humidityPct: humid, solarWm2 } = variables;
    return {
      name,
      weight,
      variables: {
        ...(temperatureC && { temperatureC: series(temperatureC) }),
        ...(humid && { humidityPct: series(humid) }),
        ...(solarWm2 && { solarWm2: series(solarWm2) }),
      },
    };
  };
  return new Map(
    layout.points.flatMap(({ areaIds, points }) => {
      const weather = { points: points.map(pointOf) };
      return areaIds.map((areaId) => [areaId, weather] as const);
    }),
  );
}

function startOfRow({ startOf, timeColumn }: WeatherLayout, time: string | undefined, index: number): number {
  const start = startOf(time ?? '');
  if (start % HOUR_MS !== 0) throw new RangeError(`line ${index + 2}: ${timeColumn} '${time}' is not a whole hour`);
  return start;
}

function numberOf(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

function fillSingleGaps(values: Float64Array): void {
  for (let hour = 1; hour < values.length - 1; hour++) {
    if (Number.isNaN(values[hour]!)) values[hour] = (values[hour - 1]! + values[hour + 1]!) / 2;
  }
}
