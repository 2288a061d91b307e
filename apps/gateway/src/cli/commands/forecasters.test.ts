import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createForecasterAdmin } from '@loadcast/accounts';
import { CONTRACT_AREAS } from '@loadcast/core';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { forecasterCommands } from './forecasters.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
/** PJM's gate for 22 November has closed. */
const LATE = Date.UTC(2026, 10, 21, 15);

async function opened() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-forecasters-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  await createAccount(store.control, { email: 'ann@example.org', passwordHash: null }, NOW);
  const adminAt = (now: () => number) => createForecasterAdmin(() => CONTRACT_AREAS, store.forecasters, now);
  const open = async ({ now }: { now: () => number }) => ({
    ...{ areas: CONTRACT_AREAS, store: store.control, admin: adminAt(now) },
    close: async () => {},
  });
  const file = join(dataDir, 'tomorrow.csv');
  writeFileSync(file, 'timestamp,value_mw,p10,p90\n2026-11-22T05:00Z,88100,85000,91500\n');
  const run = (args: readonly string[], now = NOW) =>
    runCli(forecasterCommands(open), [...args, '--account', 'ann@example.org'], { now: () => now });
  const add = () => run(['forecasters', 'add', '--name', 'night model', '--regions', 'pjm,PGE', '--gates', 'dam,2DA']);
  return { run, add, file };
}

test('a forecaster is added, listed, handed in for, published, hidden and retired', async () => {
  const { run, add, file } = await opened();
  const [id = ''] = (await add()).out;
  expect((await run(['forecasters', 'list'])).out[1]).toMatch(
    /^fct_\w+ +PJM,PGE +DAM,2DA +private +active +night model$/,
  );
  const handed = ['submit', file, '--region', 'PJM', '--request-key', 'nightly'];
  const first = await run(handed);
  expect([first.status, first.out[0]]).toEqual([
    0,
    expect.stringMatching(/^PJM: 1 hours at 2026-11-21T08:30:00.000Z, \w{64}$/),
  ]);
  expect(first.err).toEqual(['late for 2DA 2026-11-22']);
  expect((await run(handed, LATE)).out).toEqual(first.out);
  expect((await run(['submit', file, '--region', 'PJM'], LATE)).err).toEqual([
    'late for DAM 2026-11-22, 2DA 2026-11-22',
  ]);
  expect((await run(['forecasters', 'publish', id])).out[1]).toContain(' public ');
  expect((await run(['forecasters', 'hide', id])).out[1]).toContain(' private ');
  expect((await run(['forecasters', 'retire', id])).out[1]).toContain('retired 2026-11-21T08:30:00Z');
});

test.each([
  {
    name: 'an unknown region',
    args: ['forecasters', 'add', '--name', 'x', '--regions', 'XX'],
    says: '--regions: all, or',
  },
  {
    name: 'an unknown gate',
    args: ['forecasters', 'add', '--name', 'x', '--regions', 'PJM', '--gates', 'RTM'],
    says: '--gates',
  },
  { name: 'no forecaster', args: ['submit', 'FILE'], says: 'the account has no active forecasters' },
  { name: 'several regions', args: ['submit', 'FILE'], isAdded: true, says: 'region is required' },
  {
    name: 'a unit that is none',
    args: ['submit', 'FILE', '--unit', 'hp'],
    isAdded: true,
    says: 'unit: expected one of',
  },
])('$name is refused', async ({ args, isAdded, says }) => {
  const { run, add, file } = await opened();
  if (isAdded) await add();
  const { status, err } = await run(args.map((arg) => (arg === 'FILE' ? file : arg)));
  expect(status).not.toBe(0);
  expect(err.join('\n')).toContain(says);
});
