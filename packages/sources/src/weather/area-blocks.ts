import type { Area, AreaPoint, KnownRule, WeatherBlock, WeatherSource, WeatherVariable } from '@loadcast/core';

export type AreaPlaces = Pick<Area, 'id' | 'points'>;

/** A source with connections to close. */
export interface UpstreamWeather extends WeatherSource {
  close(): Promise<void>;
}

/** Weather at one point, before it is known which areas it stands for. */
export interface PointRun {
  readonly point: string;
  readonly variable: WeatherVariable;
  readonly start: number;
  readonly values: Float64Array;
  readonly known: KnownRule;
}

/** The points of some areas, each once, in a fixed order. */
export function pointsOf(areas: readonly AreaPlaces[]): AreaPoint[] {
  const points = areas.flatMap((area) => area.points);
  return [...new Map(points.map((point) => [point.name, point])).values()];
}

/** Gives each run to the areas that its point stands for. Runs without a value give nothing. */
export function areaBlocks(areas: readonly AreaPlaces[], runs: readonly PointRun[]): WeatherBlock[] {
  const filled = runs.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  return areas.flatMap(({ id: areaId, points }) =>
    points.flatMap(({ name, weight }) =>
      filled.filter((run) => run.point === name).map(({ point, ...run }) => ({ areaId, point, weight, ...run })),
    ),
  );
}
