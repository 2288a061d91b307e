import {
  type AreaId,
  type AreaPoint,
  areaById,
  type KnownRule,
  type WeatherBlock,
  type WeatherVariable,
} from '@loadcast/core';

/** Weather at one place, before it is known which areas it stands for. */
export interface PlaceRun {
  readonly place: string;
  readonly variable: WeatherVariable;
  readonly start: number;
  readonly values: Float64Array;
  readonly known: KnownRule;
}

/** The points of some areas, each once, in a fixed order. */
export function pointsOf(areaIds: readonly AreaId[]): AreaPoint[] {
  const points = areaIds.flatMap((areaId) => areaById(areaId).points);
  return [...new Map(points.map((point) => [point.name, point])).values()];
}

/** Gives each run to the areas that its place stands for. Runs without a value give nothing. */
export function areaBlocks(areaIds: readonly AreaId[], runs: readonly PlaceRun[]): WeatherBlock[] {
  const filled = runs.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  return areaIds.flatMap((areaId) =>
    areaById(areaId).points.flatMap(({ name, weight }) =>
      filled.filter((run) => run.place === name).map(({ place: point, ...run }) => ({ areaId, point, weight, ...run })),
    ),
  );
}
