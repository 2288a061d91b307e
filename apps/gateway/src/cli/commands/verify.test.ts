import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { openStore } from '@loadcast/service';
import { openSqliteStore, type SqliteStore } from '@loadcast/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { createVerifyCommand } from './verify.js';

const FIRST = Date.parse('2026-07-01T00:00Z');

let dataDir: string;
let store: SqliteStore;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-verify-'));
  store = await openSqliteStore({ dataDir });
  for (const n of [0, 1, 2])
    await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: FIRST + n * HOUR_MS }));
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

/** Reads beside the writer, as beside a running gateway. */
const verify = (...args: string[]) =>
  runCli(
    [createVerifyCommand(() => openStore({ LOADCAST_DATA_DIR: dataDir }, { role: 'control', acceptsDamage: true }))],
    ['verify', ...args],
  );

test('a whole store is verified, beside its writer', async () => {
  const head = (await store.vintages.links('pjm', { start: FIRST, end: Number.MAX_SAFE_INTEGER })).at(-1)!.link;
  const { status, out, err } = await verify('--area', 'PJM,MISO', '--json');
  expect({ status, err }).toEqual({ status: 0, err: [] });
  expect(JSON.parse(out[0]!)).toEqual({
    areas: [
      { area: 'PJM', runs: 3, head, first_break: null },
      { area: 'MISO', runs: 0, head: null, first_break: null },
    ],
  });
  expect((await verify()).out).toHaveLength(12);
});

test('a submission that was changed is named by forecaster, place and arrival', async () => {
  const lists = { areas: 'pjm', gates: 'DAM', isPublic: 0, retiredAt: null, blends: null };
  await store.forecasters.keep({ id: 'fct_1', knownAt: FIRST, accountId: 'acc_1', name: 'night', ...lists });
  const hours = { areaId: 'pjm', startAt: FIRST, endAt: FIRST + HOUR_MS };
  const run = { forecasterId: 'fct_1', ...hours, withdraws: null, requestKey: null, content: '1\n' };
  const { link: head } = await store.forecasters.submit(run, () => FIRST);
  const whole = await verify('--json');
  expect(whole.status).toBe(0);
  expect(JSON.parse(whole.out[0]!).forecasters).toEqual([{ forecaster: 'fct_1', runs: 1, head, first_break: null }]);
  await store.contents.execute([{ sql: "update submission set content = '2'", values: [] }]);
  const broken = await verify();
  expect(broken.status).toBe(1);
  expect(broken.err[0]).toMatch(/^fct_1: broken at position 1, run fct_1-20260701T000000000Z: the submission has/);
});

test('the first break is named by area, place, run and what differs, and the command fails', async () => {
  await store.contents.execute([{ sql: 'delete from vintage where issued_at = ?', values: [FIRST + HOUR_MS] }]);
  const { status, out, err } = await verify('--area', 'PJM');
  expect([status, out.length]).toEqual([1, 2]);
  expect(err).toEqual(['PJM: broken at position 2, run PJM-20260701T010000000Z: the run is not in the store']);
});
