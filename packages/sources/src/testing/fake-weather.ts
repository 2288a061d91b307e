import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { queryOf, type ScriptedServer, sendJson, startScriptedServer } from './scripted-server.js';

/** Made-up weather: of a variable, by Open-Meteo's name, at a place and an instant. */
export type WeatherAt = (variable: string, latitude: number, longitude: number, instant: number) => number | null;

export interface FakeOpenMeteoOptions {
  /** Variables that the model lacks: the real service answers with nulls in the unit `undefined`. */
  readonly absent?: readonly string[];
  /** Plan of every key. Previous runs need `professional`; without a key everything is free. */
  readonly plan?: 'standard' | 'professional';
}

/** Open-Meteo's forecast, previous-runs and archive services on 127.0.0.1. */
export function startFakeOpenMeteo(weather: WeatherAt, options: FakeOpenMeteoOptions = {}): Promise<ScriptedServer> {
  const { absent = [], plan = 'professional' } = options;
  const isAbsent = (column: string): boolean => absent.includes(column.replace(/_previous_day\d$/, ''));
  return startScriptedServer((request, response) => {
    const query = queryOf(request);
    const isPast = (query.get('hourly') ?? '').includes('_previous_day');
    if (isPast && query.has('apikey') && plan !== 'professional') {
      const reason = 'This API endpoint requires the API Professional or Enterprise plan';
      return sendJson(response, { error: true, reason }, 403);
    }
    const numbers = (name: string): number[] => (query.get(name) ?? '').split(',').map(Number);
    const [latitudes, longitudes] = [numbers('latitude'), numbers('longitude')];
    const start = Date.parse(`${query.get('start_date')}T00:00Z`);
    const end = Date.parse(`${query.get('end_date')}T00:00Z`) + DAY_MS;
    if (Number.isNaN(start) || Number.isNaN(end) || query.get('timezone') !== 'GMT') {
      return sendJson(response, { error: true, reason: 'Parameter start_date or timezone is wrong' }, 400);
    }
    const instants = Array.from({ length: (end - start) / HOUR_MS }, (_, i) => start + i * HOUR_MS);
    const columns = (query.get('hourly') ?? '').split(',');
    const locations = latitudes.map((latitude, i) => ({
      latitude: latitude + 0.01,
      longitude: longitudes[i]! - 0.01,
      generationtime_ms: 0.5,
      utc_offset_seconds: 0,
      timezone: 'GMT',
      timezone_abbreviation: 'GMT',
      elevation: 12,
      ...(i > 0 ? { location_id: i } : {}),
      hourly_units: {
        time: 'iso8601',
        ...Object.fromEntries(columns.map((column) => [column, isAbsent(column) ? 'undefined' : unitOf(column)])),
      },
      hourly: {
        time: instants.map((instant) => new Date(instant).toISOString().slice(0, 16)),
        ...Object.fromEntries(
          columns.map((column) => [
            column,
            instants.map((instant) => (isAbsent(column) ? null : weather(column, latitude, longitudes[i]!, instant))),
          ]),
        ),
      },
    }));
    return sendJson(response, locations.length === 1 ? locations[0] : locations);
  });
}

function unitOf(column: string): string {
  if (column.startsWith('temperature')) return '°C';
  return column.startsWith('shortwave') ? 'W/m²' : '%';
}

/** Unit, then intervals with their values. */
export interface FakeNwsLayer {
  readonly uom: string;
  readonly values: readonly { readonly validTime: string; readonly value: number | null }[];
}

export interface FakeNwsOptions {
  readonly updateTime: string;
  /** Layers of every grid; the others are left out. */
  readonly temperature: FakeNwsLayer;
  readonly relativeHumidity?: FakeNwsLayer;
  readonly skyCover?: FakeNwsLayer;
  /** Where `/points` sends callers instead of this server. */
  readonly elsewhere?: string;
  /** Requests whose path holds this are answered with 500. */
  readonly brokenFor?: string;
}

/**
 * api.weather.gov on 127.0.0.1: `/points/LAT,LON` and the grid it names. Like the real one it redirects (301) points written
 * with trailing zeros or more than four decimals, and refuses (403) callers without an address.
 */
export async function startFakeNws({ elsewhere, brokenFor, ...properties }: FakeNwsOptions): Promise<ScriptedServer> {
  const server = await startScriptedServer((request, response) => {
    const path = request.url ?? '';
    const host = elsewhere ?? `http://${request.headers.host}`;
    if (brokenFor !== undefined && path.includes(brokenFor)) return sendJson(response, { title: 'Oops' }, 500);
    if (!request.headers['user-agent']?.includes('@')) return sendJson(response, { title: 'Forbidden' }, 403);
    response.setHeader('content-type', 'application/geo+json');
    if (path.startsWith('/points/')) {
      const point = path
        .slice(8)
        .split(',')
        .map((degrees) => String(Number(Number(degrees).toFixed(4))))
        .join(',');
      if (point !== path.slice(8)) {
        const problem = { title: 'Adjusting Precision Of Point Coordinate', status: 301 };
        return void response.writeHead(301, { location: `/points/${point}` }).end(JSON.stringify(problem));
      }
      const grid = `${host}/gridpoints/XYZ/${path.slice(8).replace(',', '/')}`;
      return void response.end(JSON.stringify({ properties: { forecastGridData: grid } }));
    }
    return void response.end(JSON.stringify({ properties }));
  });
  return server;
}
