import type { AreaId } from '../areas/area.js';
import type { WeatherBlock } from '../ports/weather-source.js';
import { foldBlocks, type KnownSeries } from '../series/known-series.js';
import type { KnownWeather, WeatherPoint, WeatherVariable } from '../series/known-weather.js';

/**
 * Weather blocks, from one report or many, as the models read them.
 *
 * The later-known of two values for one hour wins, and the earlier stays readable as of its time: an observation
 * replaces a forecast.
 *
 * @param blocks in the order in which they became known
 * @returns by area, points in the order of their first block; an area without blocks has no entry
 */
export function foldWeather(blocks: readonly WeatherBlock[]): Map<AreaId, KnownWeather> {
  const byArea = new Map<AreaId, Map<string, WeatherBlock[]>>();
  for (const block of blocks) {
    const points = byArea.get(block.areaId) ?? new Map<string, WeatherBlock[]>();
    byArea.set(block.areaId, points);
    points.set(block.point, [...(points.get(block.point) ?? []), block]);
  }
  return new Map(
    [...byArea].map(([areaId, points]) => [areaId, { points: [...points].map(([name, own]) => foldPoint(name, own)) }]),
  );
}

function foldPoint(name: string, blocks: readonly WeatherBlock[]): WeatherPoint {
  const names = [...new Set(blocks.map(({ variable }) => variable))];
  const variables: Partial<Record<WeatherVariable, KnownSeries>> = {};
  for (const variable of names) {
    const own = blocks.filter((block) => block.variable === variable);
    variables[variable] = foldBlocks(own);
  }
  return { name, weight: blocks.at(-1)!.weight, variables };
}
