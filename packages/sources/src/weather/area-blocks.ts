import {
  type AreaId,
  type AreaPoint,
  areaById,
  type KnownRule,
  type WeatherBlock,
  type WeatherVariable,
} from '@loadcast/core';

/** Weather at one point, before it is known which areas it stands for. */
export interface PointRun {
  readonly point: string;
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

/** Gives each run to the areas that its point stands for. Runs without a value give nothing. */
export function areaBlocks(areaIds: readonly AreaId[], runs: readonly PointRun[]): WeatherBlock[] {
  const filled = runs.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  return areaIds.flatMap((areaId) =>
    areaById(areaId).points.flatMap(({ name, weight }) =>
      filled.filter((run) => run.point === name).map(({ point, ...run }) => ({ areaId, point, weight, ...run })),
    ),
  );
}
