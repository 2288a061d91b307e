import {
  type AreaId,
  type EpochMs,
  foldBlocks,
  type KnownRule,
  type KnownSeries,
  type WeatherVariable,
} from '@loadcast/core';
import type { KnownWeather, WeatherPoint } from '@loadcast/core/series';
import { humidityPct } from './humidity.js';
import { blockOf, entryOf } from './inputs/hour-block.js';
import type { WeatherRow, WeatherValues } from './weather-row.js';

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

export class WeatherCollector {
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
