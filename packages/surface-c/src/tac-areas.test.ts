import { beforeAll, expect, test, vi } from 'vitest';
import { type AskC, askOf, openWorld } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let askC: AskC;
beforeAll(async () => {
  askC = askOf(await openWorld());
});

test('/tac-areas lists the four utilities', async () => {
  const body = JSON.parse((await askC('/tac-areas', '')).text);
  expect(body.count).toBe(4);
  expect(body.tac_areas.map((row: { tac_area: string }) => row.tac_area)).toEqual(['PGE', 'SCE', 'SDGE', 'VEA']);
  expect(body.tac_areas[2]).toEqual({
    tac_area: 'SDGE',
    utility: 'San Diego Gas & Electric',
    territory: 'San Diego region',
    timezone: 'America/Los_Angeles',
    status: 'active',
    market_run_ids: ['DAM', 'RTM', '2DA'],
  });
});
