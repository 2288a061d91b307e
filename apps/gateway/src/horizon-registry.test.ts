import { CONTRACT_AREAS, HORIZON_IDS, type Horizon, MARKET_RUNS } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import { createSurfaceA } from '@loadcast/surface-a';
import { createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';
import { beforeAll, expect, test, vi } from 'vitest';
import { plansPage } from '../../../tooling/guides/src/plans-page.js';
import { BACKTEST_OPTIONS, backtestOptionsOf } from './cli/commands/backtest/options.js';
import { readOptions } from './cli/options.js';

/** One imaginary row, between two days and seven. Nothing else is replaced. */
vi.mock('../../../packages/core/src/horizons/horizons.data.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../packages/core/src/horizons/horizons.data.js')>();
  const [one, two, ...far] = original.HORIZONS;
  const oasis = { loadType: '0', label: 'Demand Forecast 3-Day Ahead', item: 'SYS_FCST_3DA_MW', pos: 7 };
  return { ...original, HORIZONS: [one, two, { id: '3d', hours: 72, run: '3DA', gateDays: 3, oasis }, ...far] };
});

const receivedAt = Date.parse('2026-07-10T18:00:30Z');
const RANGE = 'startdatetime=20260709T07:00-0000&enddatetime=20260709T09:00-0000';
let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld('2026-07-01', '2026-07-10', { areas: ['pjm'] });
});

test('the ids and the runs have the new row in its place', () => {
  expect(HORIZON_IDS).toEqual(['1d', '2d', '3d', '7d', '15d'] as unknown as Horizon[]);
  expect(MARKET_RUNS).toEqual(['DAM', '2DA', '3DA', '7DA', '15DA']);
});

test('surface A forecasts 72 hours, and lists the horizon for every region', async () => {
  const get = (path: string, query: string) => ask(createSurfaceA(world), query, { receivedAt, path });
  const forecast = JSON.parse((await get('/demand/forecast', 'region=PJM&horizon=3d')).text);
  expect(forecast.data).toHaveLength(72);
  const { data } = JSON.parse((await get('/regions', '')).text);
  expect(data[0].available_horizons).toEqual(HORIZON_IDS);
});

test('surface A scores the run, and the run is the forecast at the gate three days before', async () => {
  const path = '/demand/accuracy';
  expect((await ask(createSurfaceA(world), 'region=PJM&run=3DA', { receivedAt, path })).status).toBe(200);
});

test('surface B and the archives answer for the run', async () => {
  const query = `queryname=SLD_FCST&market_run_id=3DA&tac_area_name=PJM&${RANGE}&version=1`;
  const report = await ask(createSurfaceB(world), `${query.replace('&version=1', '')}&resultformat=6`, { receivedAt });
  expect(report.text).toContain(',3DA,');
  const archive = await ask(createSingleZipSurface(world), `${query}&resultformat=6`, { receivedAt });
  expect(archive.headers['content-disposition']).toContain('SLD_FCST_3DA');
});

test('plans of all horizons include it, and a backtest replays it', () => {
  expect(plansPage()).toContain('1d 2d 3d 7d 15d');
  const given = readOptions(['--from', '2023-07-01', '--to', '2023-07-02'], BACKTEST_OPTIONS);
  const { runs } = backtestOptionsOf(given.values, CONTRACT_AREAS);
  expect(runs).toEqual(MARKET_RUNS);
});
