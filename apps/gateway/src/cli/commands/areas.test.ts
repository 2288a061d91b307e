import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  return { run, areas };
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
  { name: 'one that only generates', line: 'areas add AVRN', says: 'no such area: AVRN' },
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
  const { run, areas } = opened();
  await run('areas add --all');
  const all = (await areas()).list.length;
  const available = JSON.parse((await run('areas list --available --json')).out[0]!).areas;
  expect(available.filter(({ series }: { series: string }) => !series.includes('-'))).toEqual([]);
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
