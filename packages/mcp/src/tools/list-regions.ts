import type { Ask } from '../ask.js';
import { ROWS_OUTPUT, rowsText } from '../small-answer.js';
import { askRows, type Tool } from './tool.js';

interface RegionsAnswer {
  readonly data: readonly { readonly region: string; readonly iso_name: string; readonly timezone: string }[];
}

/** A key may be limited to regions; null: it is not. */
interface KeyAnswer {
  readonly data: { readonly key: { readonly scope: { readonly regions: readonly string[] | null } } };
}

export const listRegions: Tool = {
  name: 'list_regions',
  title: 'Regions',
  description:
    'The regions (grids and utilities) with code, name and market time zone, and of each the newest measured load, the forecast of this hour and tomorrow’s expected peak with its most likely hour, in MW. Codes are what the other tools take as `region`.',
  takes: { endpoint: 'getSnapshot', names: ['as_of'] },
  output: ROWS_OUTPUT,
  async answer(ask: Ask, parameters) {
    const { data: regions } = await ask<RegionsAnswer>('/v1/regions', {});
    const { data: me } = await ask<KeyAnswer>('/v1/me', {});
    const region = me.key.scope.regions?.join();
    const { data } = await askRows(ask, '/v1/demand/snapshot', { ...parameters, region });
    const known = new Map(regions.map((region) => [region.region, region]));
    const named = (field: 'iso_name' | 'timezone') =>
      (data['region'] ?? []).map((code) => known.get(String(code))?.[field] ?? null);
    const columns = { ...data, name: named('iso_name'), time_zone: named('timezone') };
    return rowsText({ unit: 'MW' }, { data: columns, meta: {} }, NAMES);
  },
};

const NAMES = [
  'region',
  'name',
  'time_zone',
  'actual_time_utc',
  'actual_mw',
  'time_utc',
  'value_mw',
  'p10',
  'p90',
  'tomorrow_peak_hour',
  'tomorrow_peak_mw',
  'issued_at',
];
