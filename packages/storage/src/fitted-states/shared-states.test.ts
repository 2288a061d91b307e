import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { DAY_MS } from '@loadcast/core';
import type { AreaState } from '@loadcast/core/forecast';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseAnswers, sharedPostgresStore } from '../testing/test-database.js';
import { FITTED_FOLDER, type FittedStatesOptions, openFittedStates } from './fitted-states.js';

const NOW = Date.now();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A machine with an empty folder. */
function machine(options: Partial<FittedStatesOptions> = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'loadcast-fits-'));
  folders.push(dataDir);
  const states = openFittedStates({ dataDir, version: 'one', now: NOW, ...options });
  const fileOf = (name: string) => join(dataDir, FITTED_FOLDER, 'areas', `${name}.fit`);
  const fetch = (name = 'nyiso', fingerprint = 'abc') => states.fetch!({ fingerprint, areas: [name], models: [] });
  return {
    ...states,
    dataDir,
    fileOf,
    fetchState: fetch,
    settled: () => states.fetch!({ fingerprint: '', areas: [], models: [] }),
  };
}

const coefficients = Float64Array.of(1, -0, Number.NaN, Number.MIN_VALUE, 0.1 + 0.2, ...new Float64Array(5_000));
const STATE: AreaState = {
  fingerprint: 'abc',
  fittedDays: 900,
  own: { id: 'NYIS', coefficients },
  grids: [],
  adjacent: [],
  areas: [],
  response: undefined,
};
const bits = (state: AreaState | undefined) => state && new BigUint64Array(state.own.coefficients.slice().buffer);

describe.skipIf(!(await databaseAnswers()))('fits of several machines on PostgreSQL', () => {
  const open = sharedPostgresStore();
  async function table() {
    const { fits, connections } = await open();
    await connections.query('delete from fitted_state');
    return { table: fits, query: connections.query };
  }

  test('a machine reads what another wrote, to the bit, and nothing before it asked', async () => {
    const { table: shared, query } = await table();
    const [one, other] = [machine({ table: shared }), machine({ table: shared })];
    one.areas.write('nyiso', STATE);
    one.models.write('nyiso', { fingerprint: 'abc', nearErrors: coefficients, members: [], tiers: [] });
    await one.settled();
    expect(other.areas.read('nyiso')).toBeUndefined();
    await other.fetchState();
    expect(other.areas.read('nyiso')).toEqual(STATE);
    expect(bits(other.areas.read('nyiso'))).toEqual(bits(STATE));
    expect(other.models.read('nyiso')).toBeUndefined();
    await other.fetch!({ fingerprint: 'abc', areas: [], models: ['nyiso'] });
    expect(other.models.read('nyiso')).toEqual(one.models.read('nyiso'));
    const [{ bytes }] = (await query('select max(length(content)) as bytes from fitted_state')) as [{ bytes: number }];
    expect(bytes).toBeLessThan(coefficients.byteLength / 10);
  });

  test.each<{ name: string; damage: (content: Buffer) => Buffer }>([
    { name: 'of which a byte differs', damage: (content) => content.fill(content[40]! ^ 1, 40, 41) },
    { name: 'of which the end is missing', damage: (content) => content.subarray(0, -1) },
    { name: 'that is something else', damage: () => Buffer.from('not a fit') },
    { name: 'of something else, compressed well', damage: () => brotliCompressSync(Buffer.alloc(1_000)) },
    { name: 'that unpacks to more than any fit has', damage: () => brotliCompressSync(Buffer.alloc(33e6), QUICK) },
  ])('content $name is refused, and the fit made again takes its place', async ({ damage }) => {
    const { table: shared, query } = await table();
    const [one, other, third] = [machine({ table: shared }), machine({ table: shared }), machine({ table: shared })];
    one.areas.write('nyiso', STATE);
    await one.settled();
    const [{ content }] = (await query('select content from fitted_state')) as [{ content: Buffer }];
    await query('update fitted_state set content = $1', [damage(content)]);
    await other.fetchState();
    expect(other.areas.read('nyiso')).toBeUndefined();
    other.areas.write('nyiso', STATE);
    await other.settled();
    await third.fetchState();
    expect(third.areas.read('nyiso')).toEqual(STATE);
  });

  test.each<{ name: string; options: Partial<FittedStatesOptions>; fingerprint?: string; area?: string }>([
    { name: 'another version of the code', options: { version: 'two' } },
    { name: 'other inputs', options: {}, fingerprint: 'def' },
    { name: 'another name', options: {}, area: 'pjm' },
  ])('a fit of $name is not taken', async ({ options, fingerprint, area = 'nyiso' }) => {
    const { table: shared } = await table();
    const [one, other] = [machine({ table: shared }), machine({ table: shared, ...options })];
    one.areas.write('nyiso', STATE);
    await one.settled();
    await other.fetchState(area, fingerprint);
    expect(other.areas.read(area)).toBeUndefined();
  });

  test('a file whose process ended before it was shared is shared when it is next asked for', async () => {
    const { table: shared, query } = await table();
    const killed = machine({ table: { ...shared, put: () => new Promise<never>(() => {}) } });
    killed.areas.write('nyiso', STATE);
    expect(await query('select 1 from fitted_state')).toEqual([]);
    const again = machine({ table: shared, dataDir: killed.dataDir });
    await again.fetchState();
    await again.settled();
    const other = machine({ table: shared });
    await other.fetchState();
    expect(other.areas.read('nyiso')).toEqual(STATE);
  });

  test('a later fit keeps its place when a machine with an older one asks', async () => {
    const { table: shared, query } = await table();
    const [old, current] = [machine({ table: shared }), machine({ table: shared })];
    old.areas.write('nyiso', STATE);
    await old.settled();
    utimesSync(old.fileOf('nyiso'), new Date(NOW), new Date(NOW - DAY_MS));
    current.areas.write('nyiso', { ...STATE, fingerprint: 'def' });
    await current.settled();
    await old.fetchState();
    await old.settled();
    expect(await query('select fingerprint from fitted_state')).toEqual([{ fingerprint: 'one def' }]);
  });

  test('fits that no machine has made for 40 days are removed when another is kept', async () => {
    const { table: shared, query } = await table();
    const one = machine({ table: shared });
    for (const name of ['gone', 'here']) one.areas.write(name, STATE);
    await one.settled();
    const age = (name: string, days: number) =>
      query('update fitted_state set written_at = $1 where name = $2', [NOW - days * DAY_MS, `areas/${name}`]);
    await age('gone', 41);
    await age('here', 39);
    one.areas.write('new', STATE);
    await one.settled();
    const kept = await query('select name from fitted_state order by name');
    expect(kept).toEqual([{ name: 'areas/here' }, { name: 'areas/new' }]);
  });

  test('a folder stays within its budget: the fits asked for longest ago are taken again when they are', async () => {
    const { table: shared } = await table();
    const one = machine({ table: shared });
    for (const name of ['a', 'b', 'c']) one.areas.write(name, STATE);
    await one.settled();
    const { length } = readFileSync(one.fileOf('a'));
    const small = machine({ table: shared, budgetBytes: 2.5 * length });
    const here = () => ['a', 'b', 'c'].filter((name) => small.areas.read(name));
    const ageOf = (name: string, hours: number) =>
      utimesSync(small.fileOf(name), new Date(NOW - hours * 3_600_000), new Date(NOW));
    for (const name of ['a', 'b']) await small.fetchState(name);
    ageOf('a', 3);
    ageOf('b', 2);
    await small.fetchState('a');
    await small.fetchState('c');
    expect(here()).toEqual(['a', 'c']);
    // Several reads and a new file fall within one tick of the clock that a file system keeps.
    for (const name of ['a', 'c']) ageOf(name, 1);
    await small.fetchState('b');
    expect(small.areas.read('b')).toEqual(STATE);
  });

  test('a folder is looked through once its budget is exceeded, not at each fit that comes', async () => {
    const { table: shared } = await table();
    const one = machine({ table: shared });
    for (const name of ['a', 'b', 'c', 'outdated']) one.areas.write(name, STATE);
    await one.settled();
    const { length } = readFileSync(one.fileOf('a'));
    const small = machine({ table: shared, budgetBytes: 3.5 * length });
    await small.fetchState('outdated');
    utimesSync(small.fileOf('outdated'), new Date(NOW), new Date(NOW - 41 * DAY_MS));
    for (const name of ['a', 'b']) await small.fetchState(name);
    expect(existsSync(small.fileOf('outdated'))).toBe(true);
    await small.fetchState('c');
    expect(['outdated', 'a', 'b', 'c'].map((name) => existsSync(small.fileOf(name)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('a table that does not answer is as none: nothing is thrown, files are read and written', async () => {
    const refuse = () => Promise.reject(new Error('away'));
    const alone = machine({ table: { find: refuse, put: refuse } });
    await alone.fetchState();
    alone.areas.write('nyiso', STATE);
    await alone.fetchState();
    await alone.settled();
    expect(alone.areas.read('nyiso')).toEqual(STATE);
  });
});
