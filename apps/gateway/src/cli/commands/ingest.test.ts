import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ActualsStore, CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { BALANCE_42, bulkRow, bulkText, INTERCHANGE } from '@loadcast/sources/testing';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../command.js';
import { createIngestCommand } from './ingest.js';

const folder = mkdtempSync(join(tmpdir(), 'loadcast-ingest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const START = Date.UTC(2024, 0, 1);
let files = 0;

function file(content: string | Uint8Array): string {
  const path = join(folder, `file-${files++}.csv`);
  writeFileSync(path, content);
  return path;
}

const nyis = (...demand: number[]): string =>
  bulkText(
    BALANCE_42,
    demand.map((mw, i) => bulkRow('NYIS', START + (i + 1) * HOUR_MS, mw)),
  );

async function run(store: ActualsStore, args: readonly string[], signal = new AbortController().signal) {
  const [out, said]: [string[], string[]] = [[], []];
  let closed = 0;
  const command = createIngestCommand(() => ({
    areas: () => CONTRACT_AREAS,
    actuals: store,
    close: () => void closed++,
  }));
  const status = await command.run(args, {
    env: {},
    now: () => Date.UTC(2026, 10, 21),
    out: (line) => out.push(line),
    err: (line) => said.push(line),
    signal,
  });
  expect(closed).toBe(1);
  return { status, out: out.join('\n'), said: said.join('\n') };
}

test('a file is kept, and a second run of it adds nothing', async () => {
  const store = memoryActualsStore();
  const path = file(gzipSync(nyis(100, 200)));
  const first = await run(store, [path]);
  expect(first.status).toBe(0);
  expect(first.out).toMatch(/^Read 1 file: 2 hours are new and 0 changed, of 1 series\.\n\nseries /);
  expect(first.out).toMatch(/^NYIS +demand +2 +2 +0 +0 +0$/m);
  expect(first.out.split('\n').at(-1)).toMatch(/^NYISO +2( +0)+$/);
  expect((await run(store, [path])).out).toMatch(/^NYIS +demand +2 +0 +0 +2 +0$/m);
});

test('--json prints counts, screening and dropped rows of each file', async () => {
  const { out, status } = await run(memoryActualsStore(), ['--json', file(nyis(100, 0))]);
  expect(status).toBe(0);
  expect(JSON.parse(out).files).toMatchObject([
    {
      kind: 'balance',
      rows: 2,
      leftOutRows: 0,
      series: [{ key: { series: 'NYIS', measure: 'demand' }, newHours: 2, restatedHours: 0 }],
      screening: [{ areaId: 'nyiso', flags: { zero: 1 } }],
    },
  ]);
});

test('a refused file fails the command with its line, and the files around it are kept', async () => {
  const store = memoryActualsStore();
  const bad = file(nyis(100, 200).slice(0, -30));
  const wrong = file(bulkText(INTERCHANGE, []));
  const { status, said } = await run(store, [
    file(nyis(1)),
    bad,
    wrong,
    file(nyis(1, 2, 3)),
    join(folder, 'absent.csv'),
  ]);
  expect(status).toBe(1);
  expect(said).toContain(`refused: ${bad}, line 3: `);
  expect(said).toContain(`refused: ${wrong}, line 1: `);
  expect(said).toMatch(/absent\.csv: no such file/);
  expect([...(await store.read({ series: 'NYIS', measure: 'demand' })).values]).toEqual([1, 2, 3]);
});

test('a run that stored nothing says so, and claims nothing else', async () => {
  const refused = file(bulkText(INTERCHANGE, []));
  const { status, out, said } = await run(memoryActualsStore(), [refused, join(folder, 'absent.csv')]);
  expect([status, out]).toEqual([1, 'Nothing was stored.']);
  const [, ...afterProgress] = said.split(/^100 % .*$/m);
  expect(afterProgress.join('').trim().split('\n')).toEqual([
    expect.stringMatching(/^refused: /),
    expect.stringMatching(/^refused: /),
  ]);
});

test('files in any order end in the same store', async () => {
  const paths = [
    file(nyis(1, 2)),
    file(bulkText(BALANCE_42, [bulkRow('NYIS', START + 9 * HOUR_MS, 9)])),
    file(nyis(1, 2, 3)),
  ];
  const [one, other] = [memoryActualsStore(), memoryActualsStore()];
  await run(one, paths);
  await run(other, [...paths].reverse());
  const key = { series: 'NYIS', measure: 'demand' } as const;
  // How many blocks there are is the files' own affair.
  expect({ ...(await other.read(key)), blocks: 0 }).toEqual({ ...(await one.read(key)), blocks: 0 });
});

test('--no-clock-corrections leaves hours where EIA labels them', async () => {
  const store = memoryActualsStore();
  await run(store, ['--no-clock-corrections', file(bulkText(BALANCE_42, [bulkRow('CISO', START + HOUR_MS, 5)]))]);
  expect((await store.read({ series: 'CISO', measure: 'demand' })).start).toBe(START);
});

test('an interrupted run stops between files and fails', async () => {
  const store = memoryActualsStore();
  const { status } = await run(store, [file(nyis(1))], AbortSignal.abort());
  expect(status).toBe(1);
  expect(await store.keys()).toEqual([]);
});

test.each([{ args: [] }, { args: ['--jason', 'x.csv'] }])('$args is a usage error', async ({ args }) => {
  const command = createIngestCommand(() => ({
    areas: () => CONTRACT_AREAS,
    actuals: memoryActualsStore(),
    close() {},
  }));
  const io = { env: {}, now: () => 0, out() {}, err() {}, signal: new AbortController().signal };
  await expect(command.run(args, io)).rejects.toThrow(UsageError);
});

test('an authority that nobody has added yet is kept, so that it has its load when it is added', async () => {
  const store = memoryActualsStore();
  const rows = ['SCL', 'SPA'].map((code) => bulkRow(code, START + HOUR_MS, 900));
  expect((await run(store, [file(bulkText(BALANCE_42, rows))])).out).toContain('1 rows were skipped');
  expect(await store.keys()).toEqual([{ series: 'SCL', measure: 'demand' }]);
});
