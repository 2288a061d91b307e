import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, DAY_MS, HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { AUTHORITIES } from '@loadcast/sources/eia930-bulk';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../configured-store.js';
import { runCli } from '../testing/run-cli.js';
import { areaCommands } from './areas.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

function opened() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-areas-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { LOADCAST_DATA_DIR: dataDir };
  const open = () => openStore(env, { role: 'control' });
  let now = NOW;
  const run = (line: string) => runCli(areaCommands(open), line.split(' '), { env, now: () => (now += 1_000) });
  const areas = async () => {
    const store = await open();
    await store.close();
    return store.areas();
  };
  /** Keeps load of so many days up to now, except where it is a gap. */
  const keepLoad = async (series: string, days: number, isGap = (_hour: number) => false) => {
    const store = await openStore(env);
    const values = Array.from({ length: days * 24 }, (_, hour) => (isGap(hour) ? Number.NaN : 500 + (hour % 24)));
    const start = new Date(NOW - (NOW % HOUR_MS) - HOUR_MS - days * DAY_MS).toISOString();
    await store.actuals.append(
      buildBatch([buildBlock(start, values, { series, known: { kind: 'lag', lagMs: HOUR_MS } })]),
    );
    await store.close();
  };
  const stateOf = async (code: string, option = '') => {
    const { areas: rows } = JSON.parse((await run(`areas list ${option} --json`.replace('  ', ' '))).out[0]!);
    return rows.find((row: { code: string }) => row.code === code)?.state;
  };
  return { run, areas, keepLoad, stateOf };
}

test('an added authority is an area of the store after the contract’s, and a retired one is found and not listed', async () => {
  const { run, areas } = opened();
  expect((await areas()).list).toHaveLength(11);
  expect((await run('areas add BPAT TVA')).out).toEqual(['added BPAT, TVA']);
  expect((await areas()).list.slice(11).map(({ id }) => id)).toEqual(['eia-bpat', 'eia-tva']);
  expect((await run('areas retire bpat')).out).toEqual(['retired BPAT']);
  const after = await areas();
  expect(after.list.slice(11).map(({ id }) => id)).toEqual(['eia-tva']);
  expect([after.find('a', 'bpat')?.area.id, after.coded('a').length]).toEqual(['eia-bpat', 8]);
});

test.each([
  { name: 'a code of nobody', line: 'areas add NOWHERE', says: 'no such area: NOWHERE' },
  { name: 'an area of the contract', line: 'areas add PJM', says: 'no such area: PJM' },
  { name: 'one that only generates', line: 'areas add AVRN', says: 'AVRN is not offered: it reports generation alone' },
  { name: 'one that has ended', line: 'areas add aec', says: 'it has no load since September 2021' },
  {
    name: 'one whose forecasts are worse than last week',
    line: 'areas add BPAT SPA',
    says: 'it cannot be forecast well',
  },
  { name: 'a clock without a file', line: 'areas add plant-7 --timezone UTC', says: '--from FILE is missing' },
  { name: 'no code', line: 'areas add', says: '[CODE...] is missing' },
  { name: 'the end of an area of the contract', line: 'areas retire PJM', says: 'no such area: PJM' },
])('$name is refused, and nothing is kept', async ({ line, says }) => {
  const { run, areas } = opened();
  const { status, err } = await run(line);
  expect([status === 0, err.join('\n')]).toEqual([false, expect.stringContaining(says)]);
  expect((await areas()).list).toHaveLength(11);
});

test('Portland General is EIA-PGE: PGE stays Pacific Gas and Electric', async () => {
  const { run, areas } = opened();
  await run('areas add PGE');
  const known = await areas();
  expect([known.find('a', 'EIA-PGE')?.area.series, known.find('a', 'PGE')]).toEqual(['PGE', undefined]);
  expect(known.find('c', 'PGE')?.area.series).toBe('CISO-PGAE');
});

test('all are added once, none is left available, and one that was retired can be added again', async () => {
  const { run, areas, stateOf } = opened();
  await run('areas add --all');
  const all = (await areas()).list.length;
  const available = JSON.parse((await run('areas list --available --json')).out[0]!).areas;
  const offered = available.filter(({ state }: { state: string }) => !state.startsWith('not offered'));
  expect(offered.filter(({ series }: { series: string }) => !series.includes('-'))).toEqual([]);
  expect(await stateOf('SPA', '--available')).toMatch(/^not offered: .*at 7 days was 48 %/);
  expect((await run('areas add --all')).out).toEqual(['nothing to change']);
  await run('areas retire TVA');
  expect((await run('areas add TVA')).out).toEqual(['added TVA']);
  expect((await areas()).list).toHaveLength(all);
});

test('a sub-region is added beside its authority, with its clock and its other parts as neighbors', async () => {
  const { run, areas } = opened();
  const [pjm] = (await areas()).list.filter(({ id }) => id === 'pjm');
  const listed = (await run('areas list --available')).out.join('\n');
  expect([listed.includes('PJM-AP '), listed.includes('CISO-PGAE')]).toEqual([true, false]);
  expect((await run('areas add pjm-ap ERCO-COAS')).out).toEqual(['added PJM-AP, ERCO-COAS']);
  const added = (await areas()).find('a', 'PJM-AP')!.area;
  expect(added).toMatchObject({ series: 'PJM-AP', timezone: pjm!.timezone, inGlobalModel: false });
  expect(added.neighbours.grids).toEqual(['PJM']);
  expect(added.neighbours.adjacent).toEqual([
    'PJM',
    ...pjm!.subAreas!.filter((part) => part !== 'AP').map((part) => `PJM-${part}`),
  ]);
});

/** The authorities that were measured, each with the errors of its forecasts and of last week's load. */
const MEASURED = readFileSync(new URL('../../../../../docs/authorities.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

test('an authority is offered only if its forecasts were measured, and better than last week’s load', () => {
  const { list } = CONTRACT_AREAS;
  const worse = MEASURED.filter(([, , ours, , lastWeek]) => Number(ours) >= Number(lastWeek)).map(([code]) => code);
  expect(worse).toEqual(['SPA']);
  const measured = [...new Set(MEASURED.map(([code]) => code!.replace(/^EIA-/, '')))];
  const contract = list.flatMap(({ codes }) => [...codes.a, ...codes.c].map(({ code }) => code));
  const offered = AUTHORITIES.map(({ series }) => series);
  expect(measured.filter((code) => !contract.includes(code) || offered.includes(code)).sort()).toEqual(
    [...offered, 'SPA'].sort(),
  );
});

test.each([
  { name: 'no load', days: 0, why: 'no load is known yet' },
  { name: '29 days of load', days: 29, why: '29 days of load are known; a first forecast needs 30' },
  {
    name: 'load in three of five hours',
    days: 90,
    isGap: (hour: number) => hour % 5 > 2,
    why: '40 % of the hours of its last 60 days have no load',
  },
  { name: 'load in four of five hours', days: 90, isGap: (hour: number) => hour % 5 > 3 },
  { name: '30 days of load', days: 30 },
])('an area with $name is listed as active unless there is a reason: $why', async ({ days, isGap, why }) => {
  const { run, keepLoad, stateOf } = opened();
  if (days > 0) await keepLoad('PJM-AP', days, isGap);
  expect(await stateOf('PJM-AP', '--available')).toBe(why === undefined ? 'available' : `inactive: ${why}`);
  const { out, err } = await run('areas add PJM-AP');
  expect(out).toEqual(['added PJM-AP']);
  const notes = [
    `no forecast yet of PJM-AP: ${why}`,
    expect.stringContaining('./loadcast ingest eia930 EIA930_*.csv.gz'),
  ];
  expect(err).toEqual(why === undefined ? [] : notes);
  expect(await stateOf('PJM-AP')).toEqual(why === undefined ? expect.stringMatching(/^since /) : `inactive: ${why}`);
});

test('areas without load are named in one line', async () => {
  const { err } = await opened().run('areas add BPAT TVA');
  expect(err[0]).toBe('no forecast yet of BPAT, TVA: no load is known yet');
});
