import { reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSurfaceB } from '../surface-b.js';
import { type AskB, askOf, openWorld, type ReportWorld, receivedAt } from '../testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
let askB: AskB;
beforeAll(async () => {
  world = await openWorld();
  askB = askOf(world);
});

test('accuracy without a scored hour', async () => {
  const empty = await reportWorld('2026-01-01', '2026-01-01');
  const answer = await ask(createSurfaceB(empty), 'queryname=SLD_FCST_ACCURACY', { receivedAt });
  expect(answer.status).toBe(404);
  expect(answer.text).toContain('<ERR_CODE>no_data</ERR_CODE>');
});

test('accuracy JSON is flat for one area and a list for all', async () => {
  const flat = JSON.parse((await askB('queryname=SLD_FCST_ACCURACY&resultformat=7&tac_area_name=PJM')).text);
  expect(Object.keys(flat)).toEqual([
    'tac_area_name',
    'market_run_id',
    'model',
    'window_days',
    'mape',
    'rmse_mw',
    'mae_mw',
    'bias_mw',
    'n_hours',
  ]);
  expect(flat).toMatchObject({ tac_area_name: 'PJM', market_run_id: 'DAM', window_days: 30 });
  const list = JSON.parse((await askB('queryname=SLD_FCST_ACCURACY&resultformat=7&market_run_id=2DA')).text);
  expect(list).toMatchObject({ queryname: 'SLD_FCST_ACCURACY', count: 8 });
  expect(list.data[4]).toMatchObject({ tac_area_name: 'PJM', market_run_id: '2DA' });
});
