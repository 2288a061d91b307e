import {
  type AreaPoint,
  DAY_MS,
  type EpochMs,
  floorToHour,
  HOUR_MS,
  type KnownRule,
  type WeatherReport,
  type Window,
} from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { createUpstreamClient, type UpstreamClientOptions } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { type AreaPlaces, areaBlocks, type PointRun, pointsOf, type UpstreamWeather } from './area-blocks.js';
import { isNear, meteoQuery } from './open-meteo-query.js';
import { hourlyMeans, indexOfTimes, METEO_VARIABLES, meteoReply } from './open-meteo-reply.js';

/** Must be shown, as a link to https://open-meteo.com/, wherever the data is used: CC BY 4.0. */
export const OPEN_METEO_ATTRIBUTION = 'Weather data by Open-Meteo.com (CC BY 4.0)';

export interface OpenMeteoOptions extends Omit<UpstreamClientOptions, 'name' | 'baseUrl'> {
  /** The free hosts are for non-commercial use; a commercial plan has its own hosts and a key. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly areas: readonly AreaPlaces[];
  /** Lead days of past forecasts. Default: 1, 2, 3 and 7. */
  readonly leadDays?: readonly number[];
  /** Weather model, for example `ncep_nbm_conus`. Default: Open-Meteo's choice. */
  readonly model?: string;
}

/** One of Open-Meteo's services: the hours it covers, its parameters, and when its values were issued. */
interface Service {
  readonly name: string;
  /** The free one; the commercial one is `customer-` and this. */
  readonly host: string;
  cover(window: Window, now: EpochMs): Window;
  /** Columns of a variable, by Open-Meteo's names, each with the issue times of its hours. */
  columns(variable: string, window: Window, now: EpochMs): readonly WeatherColumn[];
}

interface WeatherColumn {
  readonly name: string;
  readonly window: Window;
  readonly known: KnownRule;
}

/** Few, because a reply is read in one go: 25 points of two months are 2 MB. */
const POINTS_PER_REQUEST = 25;
/** Days are counted from the UTC midnight before now; the last label is 23:00 of the sixteenth day. */
const FORECAST_REACH_MS = 16 * DAY_MS - HOUR_MS;
const FORECAST_PAST_MS = 92 * DAY_MS;

const FORECAST: Service = {
  name: 'open-meteo',
  host: 'api.open-meteo.com',
  cover(window, now) {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    return clip(window, { start: today - FORECAST_PAST_MS, end: today + FORECAST_REACH_MS });
  },
  columns(name, window, now) {
    const past = { start: window.start, end: Math.max(window.start, Math.min(window.end, floorToHour(now))) };
    return [
      { name, window: past, known: { kind: 'lag', lagMs: 0 } },
      { name, window: { start: past.end, end: window.end }, known: { kind: 'at', at: now } },
    ];
  },
};

const LEAD_DAYS = [1, 2, 3, 7];
const PREVIOUS_RUNS_START = Date.UTC(2021, 2, 24);

const previousRuns = (leadDays: readonly number[]): Service => ({
  name: 'open-meteo-previous-runs',
  host: 'previous-runs-api.open-meteo.com',
  cover: (window, now) => clip(window, { start: PREVIOUS_RUNS_START, end: now }),
  columns: (name, window) =>
    leadDays.map((days) => ({
      name: `${name}_previous_day${days}`,
      window,
      known: { kind: 'lag', lagMs: -days * DAY_MS - HOUR_MS },
    })),
});

/** Forecasts up to 16 days ahead, known when they were fetched, and what the model said of the last 92 days. */
export const openMeteoForecast = (options: OpenMeteoOptions): UpstreamWeather => openMeteo(FORECAST, options);

/** Past forecasts, each known as long before its hour as it was made: temperature from 2021 on, mostly 2024. */
export const openMeteoPreviousRuns = (options: OpenMeteoOptions): UpstreamWeather =>
  openMeteo(previousRuns(options.leadDays ?? LEAD_DAYS), options);

function openMeteo(service: Service, options: OpenMeteoOptions): UpstreamWeather {
  const { apiKey, model, areas } = options;
  const baseUrl = options.baseUrl ?? `https://${apiKey === undefined ? '' : 'customer-'}${service.host}`;
  const client = createUpstreamClient({
    spacingMs: 150,
    maxBytes: LIMITS.open_meteo_reply_bytes.bound,
    ...options,
    name: 'Open-Meteo',
    baseUrl,
  });
  const points = pointsOf(areas);

  async function fetch(window: Window, now: EpochMs, signal: AbortSignal): Promise<WeatherReport> {
    const covered = service.cover(window, now);
    const runs: PointRun[] = [];
    if (covered.start < covered.end) {
      for (let first = 0; first < points.length; first += POINTS_PER_REQUEST) {
        runs.push(...(await ask(points.slice(first, first + POINTS_PER_REQUEST), covered, now, signal)));
      }
    }
    return { source: service.name, attribution: OPEN_METEO_ATTRIBUTION, blocks: areaBlocks(areas, runs) };
  }

  async function ask(
    asked: readonly AreaPoint[],
    window: Window,
    now: EpochMs,
    signal: AbortSignal,
  ): Promise<PointRun[]> {
    const wantedColumns = METEO_VARIABLES.flatMap((variable) =>
      service.columns(variable.name, window, now).map((column) => ({ variable, column })),
    );
    const query = meteoQuery(asked, [...new Set(wantedColumns.map(({ column }) => column.name))], window, apiKey);
    if (model !== undefined) query.set('models', model);
    const locations = await client.getJson({ path: 'v1/forecast', query, schema: meteoReply, signal });
    if (locations.length !== asked.length || !locations.every((location, i) => isNear(location, asked[i]!))) {
      throw new UpstreamError('Open-Meteo', 'unexpected', 'it answered for other points than were asked');
    }
    return locations.flatMap((location, i) => {
      const index = indexOfTimes(location);
      return wantedColumns.map(({ variable, column }) => {
        const values = hourlyMeans(location, index, column.window, variable, column.name);
        if (!values) throw new UpstreamError('Open-Meteo', 'unexpected', `${column.name} came in another unit`);
        const { known, window } = column;
        return { point: asked[i]!.name, variable: variable.variable, start: window.start, values, known };
      });
    });
  }

  return { name: service.name, fetch, close: client.close };
}

function clip(window: Window, bounds: Window): Window {
  return {
    start: Math.max(window.start, floorToHour(bounds.start)),
    end: Math.min(window.end, floorToHour(bounds.end)),
  };
}
