import { reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceA } from '../../surface-a.js';
import { forecasters, NOW, runs, SHOWN_AT, WINDOW } from '../../testing/forecasters.js';

type Row = Record<string, number | string>;
let ask: ReturnType<typeof handlerAsk>;
let stores: Awaited<ReturnType<typeof reportWorld>>;
beforeAll(async () => {
  stores = await reportWorld('2026-04-20', '2026-07-02', { areas: ['pjm', 'miso'] });
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA({ ...stores, forecasters }) }], () => NOW);
});
const answered = async (query: string, plan = 'enterprise') => {
  const { status, text, headers } = await ask(`/v1/demand/scores?${query}`, plan);
  return { status, headers, text, rows: text.startsWith('{') ? ((JSON.parse(text).data ?? []) as Row[]) : [] };
};

test('scores are those that are computed from its hours and the load, hour by hour', async () => {
  const { rows } = await answered('region=PJM&forecaster=fct_own');
  const row = rows.find(({ forecast }) => forecast === 'fct_own')!;
  const load = JSON.parse(
    (await ask('/v1/demand/compare?region=PJM&gate=dam&start=2026-06-04&end=2026-07-01', 'enterprise')).text,
  );
  const counted = new Map(runs.slice(0, WINDOW - 3).flatMap(({ hours }) => hours.map((hour) => [hour.start, hour])));
  const pairs = (load.data as Row[]).flatMap(({ time_utc, actual_mw, loadcast_mw }) => {
    const hour = counted.get(Date.parse(String(time_utc)));
    return hour && actual_mw !== undefined && loadcast_mw !== undefined
      ? [{ ...hour, actual: Number(actual_mw), ours: Number(loadcast_mw) }]
      : [];
  });
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const banded = pairs.filter(({ p10Mw }) => !Number.isNaN(p10Mw));
  const pinball = ({ actual, p10Mw, p90Mw }: (typeof pairs)[number]) =>
    ((actual < p10Mw ? 0.9 * (p10Mw - actual) : 0.1 * (actual - p10Mw)) +
      (actual < p90Mw ? 0.1 * (p90Mw - actual) : 0.9 * (actual - p90Mw))) /
    2;
  expect([row['state'], row['n'], row['interval_hours']]).toEqual(['scored', pairs.length, banded.length]);
  expect(pairs.length).toBeGreaterThan(24 * 24);
  expect(row['mae_mw']).toBeCloseTo(mean(pairs.map(({ valueMw, actual }) => Math.abs(valueMw - actual))), 1);
  expect(row['loadcast_mae_mw']).toBeCloseTo(mean(pairs.map(({ ours, actual }) => Math.abs(ours - actual))), 1);
  expect(row['pinball_mw']).toBeCloseTo(mean(banded.map(pinball)), 1);
  expect(row['coverage_pct']).toBeCloseTo(
    100 * mean(banded.map(({ actual, p10Mw, p90Mw }) => Number(actual >= p10Mw && actual <= p90Mw))),
    1,
  );
  for (const name of ['skill_low_pct', 'skill_high_pct', 'dm_statistic', 'dm_p'])
    expect(typeof row[name]).toBe('number');
});

test('a region without its hours is pending, and answers without a forecaster stay as they were', async () => {
  const before = (await answered('region=PJM,MISO&format=csv')).text;
  const { rows } = await answered('region=PJM,MISO&forecaster=fct_public');
  expect(rows.filter(({ forecast }) => forecast === 'fct_public').map(({ region, state }) => [region, state])).toEqual([
    ['PJM', 'scored'],
    ['MISO', 'pending'],
  ]);
  expect((await answered('region=PJM,MISO&format=csv')).text).toBe(before);
  expect(before).not.toContain('dm_');
  expect((await answered('region=PJM&forecaster=fct_public&format=csv')).text.split('\n')[0]).toMatch(
    /,dm_statistic,dm_p,name$/,
  );
});

test('the board of a region has the house, the operator, naive ones and each public forecaster of it, as of an instant', async () => {
  const board = async (query = '') =>
    (await answered(`region=PJM,MISO&forecaster=public${query}`)).rows.map(({ region, forecast, state, name }) => [
      ...[region, forecast, state, name],
    ]);
  const always = ['loadcast', 'operator', 'naive_24h', 'naive_168h'];
  const rows = await board();
  expect(rows.map(([region, forecast]) => [region, forecast])).toEqual([
    ...[...always, 'fct_public', 'fct_shown'].map((forecast) => ['PJM', forecast]),
    ...always.map((forecast) => ['MISO', forecast]),
  ]);
  expect(rows.filter(([, , , name]) => name !== undefined)).toEqual([
    ['PJM', 'fct_public', 'scored', 'night model'],
    ['PJM', 'fct_shown', 'scored', 'night model'],
  ]);
  const before = await board(`&as_of=${new Date(SHOWN_AT - 1000).toISOString()}`);
  expect(before.map(([, forecast]) => forecast)).not.toContain('fct_shown');
  const one = (await answered('region=PJM&forecaster=fct_public')).rows.find(({ name }) => name);
  expect((await answered('region=PJM&forecaster=public')).rows.find(({ name }) => name)).toEqual(one);
});
