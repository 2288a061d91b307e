import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldBlocks } from '@loadcast/core';
import { type AreaBacktest, emptyPoints } from '@loadcast/core/backtest';
import { afterAll, expect, test } from 'vitest';
import { openOutDir } from './out-dir.js';
import type { BacktestRuntime } from './runtime.js';

const root = mkdtempSync(join(tmpdir(), 'out-dir-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const folder = (): string => join(root, String(++folders));

const worldOf = (firstMw: number): BacktestRuntime => ({
  load: new Map([
    ['PJM', foldBlocks([{ start: 0, values: Float64Array.of(firstMw, 2), known: { kind: 'at', at: 5 } }])],
  ]),
  operator: new Map(),
  weather: new Map(),
  multiDay: new Map(),
  newest: new Map(),
});

const points = emptyPoints('America/New_York', ['2023-11-05']);
points.valueMw.set([1.25, 1e9, 0.01]);
points.operatorDebiasedMw.fill(7, 20);
const result: AreaBacktest = {
  areaId: 'pjm',
  runs: [
    { run: 'DAM', points },
    { run: '7DA', points: emptyPoints('America/New_York', ['2023-11-05']) },
  ],
  models: [{ name: 'm', version: '1' }],
  issues: 2,
  gaps: [{ reason: 'no load “yet”', issues: 1 }],
};

test('a kept result is read back bit for bit', () => {
  const path = folder();
  openOutDir(path, { from: 'a' }, worldOf(1)).dir.keep(result);
  const { dir, cleared } = openOutDir(path, { from: 'a' }, worldOf(1));
  expect(cleared).toBe(false);
  expect(dir.read('pjm')).toEqual(result);
  expect(dir.read('miso')).toBeUndefined();
});

test.each([
  { name: 'other settings', settings: { from: 'b' }, runtime: worldOf(1) },
  { name: 'other data', settings: { from: 'a' }, runtime: worldOf(1.5) },
])('results of $name are removed, and said to be', ({ settings, runtime }) => {
  const path = folder();
  openOutDir(path, { from: 'a' }, worldOf(1)).dir.keep(result);
  const { dir, cleared } = openOutDir(path, settings, runtime);
  expect(cleared).toBe(true);
  expect(dir.read('pjm')).toBeUndefined();
});

test.each([
  { name: 'cut short', damage: (file: string) => truncateSync(file, 500) },
  { name: 'cut by a value', damage: (file: string) => truncateSync(file, readFileSync(file).length - 8) },
  { name: 'changed in one byte', damage: (file: string) => writeFileSync(file, flipLast(readFileSync(file))) },
  { name: 'empty', damage: (file: string) => truncateSync(file, 0) },
])('a result that is $name counts as none', ({ damage }) => {
  const path = folder();
  const { dir } = openOutDir(path, {}, worldOf(1));
  dir.keep(result);
  damage(join(path, 'areas', 'pjm.bin'));
  expect(dir.read('pjm')).toBeUndefined();
});

function flipLast(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = bytes.at(-1)! ^ 1;
  return bytes;
}
