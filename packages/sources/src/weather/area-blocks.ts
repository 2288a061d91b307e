import type { AreaId, KnownRule, WeatherBlock, WeatherVariable } from '@loadcast/core';
import { AREA_PLACES } from './points.data.js';

/** Weather at one place, before it is known which areas it stands for. */
export interface PlaceRun {
  readonly place: string;
  readonly variable: WeatherVariable;
  readonly start: number;
  readonly values: Float64Array;
  readonly known: KnownRule;
}

/** The places that stand for some areas, each once, in a fixed order. */
export function placesOf(areaIds: readonly AreaId[]): string[] {
  return [...new Set(areaIds.flatMap((areaId) => AREA_PLACES[areaId].map(([place]) => place)))];
}

/** Gives each run to the areas that its place stands for. Runs without a value give nothing. */
export function areaBlocks(areaIds: readonly AreaId[], runs: readonly PlaceRun[]): WeatherBlock[] {
  const told = runs.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  return areaIds.flatMap((areaId) =>
    AREA_PLACES[areaId].flatMap(([place, weight]) =>
      told.filter((run) => run.place === place).map(({ place: point, ...run }) => ({ areaId, point, weight, ...run })),
    ),
  );
}
