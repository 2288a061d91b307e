import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { feedFolder, openFeedArchive } from '@loadcast/service';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config.js';
import { feedChecks } from './feed-checks.js';

const NOW = Date.parse('2026-06-14T12:00Z');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-feeds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const configOf = (grids?: string) =>
  readConfig({ LOADCAST_DATA_DIR: folder, ...(grids !== undefined && { OPERATOR_FEEDS: grids }) });

const failedPoll: PollRecord = {
  source: 'feed nyiso.isolf',
  askedAt: NOW - HOUR_MS,
  endedAt: NOW - HOUR_MS,
  outcome: 'failed',
  reason: 'nyiso.isolf: the reply is a web page',
  newHours: 0,
  restatedHours: 0,
};

test.each([
  { name: 'nothing is followed', grids: undefined, keptHoursAgo: 1, polls: [], found: [] },
  {
    name: 'a fresh file',
    grids: 'nyiso',
    keptHoursAgo: 3,
    polls: [],
    found: [[true, '1 files, 0.0 MB, the newest first seen 3 h ago']],
  },
  { name: 'no file yet', grids: 'nyiso', keptHoursAgo: undefined, polls: [], found: [[false, 'no file yet']] },
  {
    name: 'a frozen feed',
    grids: 'nyiso',
    keptHoursAgo: 50,
    polls: [],
    found: [[false, '1 files, 0.0 MB, the newest first seen 50 h ago']],
  },
  {
    name: 'a refused file',
    grids: 'nyiso',
    keptHoursAgo: 1,
    polls: [failedPoll],
    found: [[false, '1 files, 0.0 MB, the newest first seen 1 h ago; left out: nyiso.isolf: the reply is a web page']],
  },
])('$name', async ({ grids, keptHoursAgo, polls, found }) => {
  const config = configOf(grids);
  if (keptHoursAgo !== undefined)
    await openFeedArchive(feedFolder(config)).keep(
      'nyiso.isolf',
      'a'.repeat(64),
      Buffer.from('x'),
      NOW - keptHoursAgo * HOUR_MS,
    );
  const ledger = { since: async () => polls } as never;
  const checks = await feedChecks(
    config,
    { areas: () => CONTRACT_AREAS, polls: ledger, actuals: memoryActualsStore() },
    NOW,
  );
  const isolf = checks.filter(({ name }) => name === 'feed nyiso.isolf');
  expect(isolf.map(({ ok, message }) => [ok, message])).toEqual(found);
  // Its load has a line of its own.
  expect(checks.map(({ name }) => name)).toEqual(grids === undefined ? [] : ['feed nyiso.pal', 'feed nyiso.isolf']);
});

test('PJM without its key is a wrong configuration that names the setting', async () => {
  await expect(
    feedChecks(
      configOf('pjm'),
      { areas: () => CONTRACT_AREAS, polls: { since: async () => [] } as never, actuals: memoryActualsStore() },
      NOW,
    ),
  ).rejects.toThrow('PJM_API_KEY: needed to follow the feed pjm.inst-load');
});
