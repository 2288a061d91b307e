import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import type { AreaState } from '@loadcast/core/forecast';
import { afterAll, describe, expect, test } from 'vitest';
import { FITTED_FOLDER, openFittedStates } from './fitted-states.js';

const NOW = Date.now();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-fits-'));
  folders.push(folder);
  return folder;
}

const open = (dataDir: string, { version = 'one', now = NOW } = {}) => openFittedStates({ dataDir, version, now });

const own = { id: 'NYIS', coefficients: Float64Array.of(1, -0, Number.NaN, Number.MIN_VALUE, 0.1 + 0.2) };
const STATE: AreaState = {
  fingerprint: 'abc',
  fittedDays: 900,
  own,
  grids: [{ id: 'PJM', coefficients: Float64Array.of(Math.PI) }],
  adjacent: [],
  areas: [],
  response: undefined,
};

/** The one file of a state of `nyiso`. */
function written(): { dataDir: string; file: string } {
  const dataDir = newFolder();
  open(dataDir).areas.write('nyiso', STATE);
  return { dataDir, file: join(dataDir, FITTED_FOLDER, 'areas', 'nyiso.fit') };
}

test('a state is read as it was written, to the bit', () => {
  const { dataDir } = written();
  const state = open(dataDir).areas.read('nyiso')!;
  expect(state).toEqual(STATE);
  const bits = (values: Float64Array) => new BigUint64Array(values.slice().buffer);
  expect(bits(state.own.coefficients)).toEqual(bits(own.coefficients));
});

test('the newest of a name is read, and takes the place of the one before', () => {
  const { dataDir } = written();
  open(dataDir).areas.write('nyiso', { ...STATE, fingerprint: 'def' });
  expect(open(dataDir).areas.read('nyiso')!.fingerprint).toBe('def');
  expect(readdirSync(join(dataDir, FITTED_FOLDER, 'areas'))).toEqual(['nyiso.fit']);
});

test('names stay apart, whatever characters they have', () => {
  const states = open(newFolder());
  const names = ['a b', 'a/b', '../a', 'a%20b'];
  for (const fingerprint of names) states.areas.write(fingerprint, { ...STATE, fingerprint });
  for (const name of names) expect(states.areas.read(name)!.fingerprint).toBe(name);
});

describe('there is no state', () => {
  test.each<{ name: string; damage: (file: string) => void }>([
    { name: 'when one byte differs', damage: (file) => flipByte(file, 100) },
    { name: 'when a byte of the checksum differs', damage: (file) => flipByte(file, 3) },
    { name: 'when the end is missing', damage: (file) => truncateSync(file, 200) },
    { name: 'in an empty file', damage: (file) => truncateSync(file, 0) },
    { name: 'in a file of something else', damage: (file) => writeFileSync(file, 'not a state') },
    { name: 'under the name of another', damage: (file) => renameSync(file, file.replace('nyiso', 'pjm')) },
    { name: 'when the file is gone', damage: (file) => rmSync(file) },
  ])('$name', ({ damage }) => {
    const { dataDir, file } = written();
    damage(file);
    const { areas } = open(dataDir);
    for (const name of ['nyiso', 'pjm']) expect(areas.read(name)).toBeUndefined();
    areas.write('nyiso', STATE);
    expect(areas.read('nyiso')).toEqual(STATE);
  });

  test('of another version of the code', () => {
    const { dataDir } = written();
    expect(open(dataDir, { version: 'two' }).areas.read('nyiso')).toBeUndefined();
    expect(open(dataDir).areas.read('nyiso')).toEqual(STATE);
  });

  test('where the folder cannot be written, and nothing is thrown', () => {
    const dataDir = join(newFolder(), 'file');
    writeFileSync(dataDir, '');
    const { areas } = open(dataDir);
    areas.write('nyiso', STATE);
    expect(areas.read('nyiso')).toBeUndefined();
  });
});

test.each([
  { name: 'kept', days: 39, files: 2 },
  { name: 'removed', days: 41, files: 0 },
])('states and torn files not written for $days days are $name by the next start', ({ days, files }) => {
  const { dataDir, file } = written();
  writeFileSync(`${file}.1-0`, 'torn');
  const then = (NOW - days * DAY_MS) / 1000;
  for (const each of [file, `${file}.1-0`]) utimesSync(each, then, then);
  open(dataDir);
  expect(readdirSync(join(dataDir, FITTED_FOLDER, 'areas'))).toHaveLength(files);
});

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at]! ^= 1;
  writeFileSync(file, bytes);
}
