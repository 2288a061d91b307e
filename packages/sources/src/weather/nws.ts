import {
  type AreaPoint,
  type EpochMs,
  HOUR_MS,
  type WeatherReport,
  type WeatherVariable,
  type Window,
} from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { parseEpochMs } from '@loadcast/core/time';
import { z } from 'zod';
import { createUpstreamClient, type UpstreamClientOptions } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { type AreaPlaces, areaBlocks, type PointRun, pointsOf, type UpstreamWeather } from './area-blocks.js';
import { readIsoInterval } from './iso-interval.js';

export interface NwsOptions extends Omit<UpstreamClientOptions, 'name' | 'baseUrl' | 'userAgent'> {
  readonly baseUrl?: string;
  /** NWS asks who is calling: a name and a way to reach you. */
  readonly userAgent: string;
  readonly areas: readonly AreaPlaces[];
}

const LONGEST_INTERVAL_MS = 10 * 24 * HOUR_MS;

const interval = z.string().transform((text, context) => {
  const window = readIsoInterval(text);
  if (window && window.end - window.start <= LONGEST_INTERVAL_MS) return window;
  context.addIssue({ code: 'custom', message: 'no ISO interval of whole hours' });
  return z.NEVER;
});

const layer = z.object({
  uom: z.string(),
  values: z.array(z.object({ validTime: interval, value: z.number().nullable() })),
});

export const pointReply = z.object({ properties: z.object({ forecastGridData: z.string() }) });
export const gridReply = z.object({
  properties: z.object({
    updateTime: z.string().refine((text) => !Number.isNaN(parseEpochMs(text)), 'a time'),
    temperature: layer,
    relativeHumidity: layer.optional(),
    skyCover: layer.optional(),
  }),
});

type Layer = z.output<typeof layer>;

export const UNITS: Readonly<Record<string, (value: number) => number>> = {
  'wmoUnit:degC': (value) => value,
  'wmoUnit:degF': (value) => (value - 32) / 1.8,
  'wmoUnit:percent': (value) => value,
};

/**
 * The National Weather Service: about seven days ahead, public domain, known when the forecast office issued it.
 *
 * Its servers fail often and one point at a time: a point that does not answer is left out of the report, and the
 * fetch fails when more than a third of them do, or every point of some area.
 */
export function nwsForecast(options: NwsOptions): UpstreamWeather {
  const { baseUrl = 'https://api.weather.gov', areas } = options;
  const client = createUpstreamClient({
    spacingMs: 100,
    attempts: 2,
    maxBytes: LIMITS.nws_reply_bytes.bound,
    ...options,
    name: 'NWS',
    baseUrl,
  });
  const points = pointsOf(areas);
  const grids = new Map<string, string>();

  async function fetch(window: Window, now: EpochMs, signal: AbortSignal): Promise<WeatherReport> {
    const runs: PointRun[] = [];
    const failures: unknown[] = [];
    for (const point of points) {
      try {
        runs.push(...(await ask(point, window, now, signal)));
      } catch (error) {
        signal.throwIfAborted();
        grids.delete(point.name); // a grid may have been redrawn
        failures.push(error);
        if (failures.length > points.length / 3) throw error;
      }
    }
    const blocks = areaBlocks(areas, runs);
    const isBare = ({ id }: AreaPlaces): boolean => !blocks.some(({ areaId }) => areaId === id);
    if (failures.length > 0 && areas.some(isBare)) throw failures[0];
    return { source: 'nws', attribution: '', blocks };
  }

  async function ask(point: AreaPoint, window: Window, now: EpochMs, signal: AbortSignal): Promise<PointRun[]> {
    const path = grids.get(point.name) ?? (await findGrid(point, signal));
    grids.set(point.name, path);
    const { properties } = await client.getJson({ path, query: new URLSearchParams(), schema: gridReply, signal });
    const known = { kind: 'at', at: Math.min(now, parseEpochMs(properties.updateTime)) } as const;
    const run = (variable: WeatherVariable, source: Layer | undefined): PointRun[] =>
      source ? [{ point: point.name, variable, start: window.start, values: expand(source, window), known }] : [];
    return [
      ...run('temperatureC', properties.temperature),
      ...run('humidityPct', properties.relativeHumidity),
      ...run('cloudPct', properties.skyCover),
    ];
  }

  async function findGrid({ latitude, longitude }: AreaPoint, signal: AbortSignal): Promise<string> {
    const path = `points/${coordinate(latitude)},${coordinate(longitude)}`;
    const reply = await client.getJson({ path, query: new URLSearchParams(), schema: pointReply, signal });
    const link = reply.properties.forecastGridData;
    if (!URL.canParse(link) || new URL(link).origin !== client.baseUrl.origin) {
      throw new UpstreamError('NWS', 'redirect', 'it pointed to an address at another host, which was refused');
    }
    return new URL(link).pathname.slice(client.baseUrl.pathname.replace(/\/+$/, '').length);
  }

  return { name: 'nws', fetch, close: client.close };
}

/** A coordinate with at most four decimals and no trailing zeros: NWS redirects every other way of writing a point. */
export function coordinate(degrees: number): string {
  return String(Number(degrees.toFixed(4)));
}

/** A value holds for every hour of its interval. */
function expand({ uom, values }: Layer, { start, end }: Window): Float64Array {
  const convert = UNITS[uom];
  if (!convert) throw new UpstreamError('NWS', 'unexpected', 'a layer came in another unit');
  const hours = new Float64Array((end - start) / HOUR_MS).fill(Number.NaN);
  for (const { validTime, value } of values) {
    if (value === null) continue;
    const first = Math.max(0, (validTime.start - start) / HOUR_MS);
    hours.fill(convert(value), first, Math.max(first, (validTime.end - start) / HOUR_MS));
  }
  return hours;
}
