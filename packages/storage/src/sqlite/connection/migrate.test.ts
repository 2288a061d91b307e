import { crc32 } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { Migration } from '../../migrations/migration.js';
import { MIGRATIONS } from '../../migrations/migrations.data.js';
import { formatVersion, migrate } from './migrate.js';

let database: InstanceType<typeof DatabaseSync>;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
});

const step = (version: number, sqlite: string): Migration => ({
  version,
  name: `step ${version}`,
  sqlite,
  postgres: '',
});

test('versions count up from 1 without gaps, and every step has both dialects and a name', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  expect(MIGRATIONS.every(({ name, sqlite, postgres }) => name !== '' && sqlite !== '' && postgres !== '')).toBe(true);
});

test('an empty file goes through every step, and a second run changes nothing', () => {
  migrate(database, 'f');
  const tables = () => database.prepare('select name, sql from sqlite_schema order by name').all();
  const first = tables();
  migrate(database, 'f');
  expect(formatVersion(database)).toBe(MIGRATIONS.length);
  expect(tables()).toEqual(first);
});

test('a store of an older format takes only the steps it lacks', () => {
  migrate(database, 'f', [step(1, 'create table one (a)')]);
  migrate(database, 'f', [step(1, 'create table one (a)'), step(2, 'create table two (a)')]);
  expect(formatVersion(database)).toBe(2);
});

// docs/faults.md: fault 28
test('a step that fails in its middle leaves the format before it, whole', () => {
  const steps = [step(1, 'create table one (a)'), step(2, 'create table two (a); insert into nowhere values (1)')];
  expect(() => migrate(database, 'f', steps)).toThrow('nowhere');
  expect(formatVersion(database)).toBe(1);
  expect(database.prepare('select name from sqlite_schema').all()).toHaveLength(1);
  migrate(database, 'f', [steps[0]!, step(2, 'create table two (a)')]);
  expect(formatVersion(database)).toBe(2);
});

test('a newer format is refused untouched', () => {
  migrate(database, 'f', [step(1, 'create table one (a)'), step(2, 'create table two (a)')]);
  expect(() => migrate(database, 'f', [step(1, 'create table one (a)')])).toThrow('newer Loadcast (format 2');
});

test('released migrations are as they were released', () => {
  expect(MIGRATIONS.slice(0, 13).map(({ sqlite, postgres }) => crc32(sqlite + postgres))).toEqual([
    942_742_168, 3_787_737_405, 878_514_129, 2_741_281_481, 3_626_878_799, 1_035_175_810, 2_576_364_778, 2_264_872_955,
    2_341_266_123, 988_956_884, 3_799_499_015, 514_158_708, 2_505_310_226,
  ]);
});
