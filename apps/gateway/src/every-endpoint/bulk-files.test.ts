import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { BULK_DATASETS, type BulkDeps } from '@loadcast/surface-a';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BulkFolderWriter,
  damagedBulkFiles,
  readBulkFolder,
} from '../../../../packages/service/src/bulk/bulk-folder.js';
import { writeBulkFiles } from '../../../../packages/service/src/bulk/bulk-pass.js';
import {
  afterDays,
  BULK_NOW,
  fileOf,
  fillBulkWorld,
  LATE_RESTATEMENT,
  nameOf,
  pass,
  pathsOf,
  pausing,
  restate,
  rowsOf,
  WORLD_AREAS,
} from '../../../../packages/service/src/bulk/testing/bulk-world.js';
import { openPostgres } from '../../../../packages/service/src/wiring/store.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../test/test-database.js';
import { createExportCommand } from '../cli/commands/export.js';
import { runCli } from '../cli/testing/run-cli.js';
import { asking } from './testing/asking.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-bulk-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const memoryWorld = async () => {
  const world = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
  await fillBulkWorld(world);
  return world;
};
type World = Awaited<ReturnType<typeof memoryWorld>>;

/** Files of a world as they are written at an instant. */
async function writtenAt(world: World, now = BULK_NOW, folder = newFolder()) {
  const outcome = await writeBulkFiles(pausing(world), new BulkFolderWriter(folder), {
    ...pass,
    areas: CONTRACT_AREAS,
    now,
  });
  return { folder, outcome, store: readBulkFolder(folder) };
}

/** The written files, copied to a folder that a test may change. */
function copyOfWritten() {
  const folder = newFolder();
  cpSync(written.folder, folder, { recursive: true });
  return { folder, store: readBulkFolder(folder) };
}

let world: World;
let written: Awaited<ReturnType<typeof writtenAt>>;
beforeAll(async () => {
  world = await memoryWorld();
  written = await writtenAt(world);
});

test('every month that something is known of has a file of each dataset, and no other', () => {
  const paths = written.store.list().map(({ path }) => path);
  const known = ['2026-09', '2026-10', '2026-11'].flatMap(pathsOf);
  expect(paths.sort()).toEqual(known.filter((path) => !/^operator\/PGE/.test(path)).sort());
});

test('the manifest has the digest and the length of what is served', async () => {
  for (const { path, sha256, bytes } of written.store.list()) {
    const file = await fileOf(written.store, path);
    expect([path, file.byteLength, createHash('sha256').update(file).digest('hex')]).toEqual([path, bytes, sha256]);
  }
});

const STORED = /^actuals\/PJM-2026-10\..*\.parquet$/;
const storedIn = (folder: string): string =>
  join(folder, readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => STORED.test(name))!);

test.each([
  { what: 'a cut list', damage: (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{"files":[') },
  { what: 'a list that is gone', damage: (folder: string) => rmSync(join(folder, 'manifest.json')) },
  { what: 'an empty list', damage: (folder: string) => writeFileSync(join(folder, 'manifest.json'), '') },
  { what: 'a list of another shape', damage: (folder: string) => writeFileSync(join(folder, 'manifest.json'), '[]') },
  { what: 'a file that is gone', damage: (folder: string) => rmSync(storedIn(folder)) },
  { what: 'a cut file', damage: (folder: string) => writeFileSync(storedIn(folder), 'PAR1') },
  {
    what: 'a file of the same length with other bytes',
    damage: (folder: string) => writeFileSync(storedIn(folder), Buffer.alloc(statSync(storedIn(folder)).size)),
  },
])('$what is no fault for callers, and the next pass writes the same bytes again', async ({ damage }) => {
  const { folder, store } = copyOfWritten();
  const listed = store.list();
  damage(folder);
  expect(store.list()).toEqual(listed);
  expect(await damagedBulkFiles(folder)).toHaveLength(1);
  await writtenAt(world, BULK_NOW, folder);
  expect(await damagedBulkFiles(folder)).toEqual([]);
  expect(readBulkFolder(folder).list()).toEqual(listed);
});

test('a pass over the same data writes nothing, and files of a settled month stay whatever comes', async () => {
  const { folder } = copyOfWritten();
  const before = new Map(
    readBulkFolder(folder)
      .list()
      .map(({ path, sha256 }) => [path, sha256]),
  );
  const again = await writtenAt(world, BULK_NOW, folder);
  expect([again.outcome.written, again.outcome.unchanged > 0]).toEqual([0, true]);
  const restated = await memoryWorld();
  await restate(restated, Date.UTC(2026, 8, 20, 5), BULK_NOW - HOUR_MS); // September was settled on 10 November
  await writtenAt(restated, BULK_NOW, folder);
  const changed = readBulkFolder(folder)
    .list()
    .filter(({ path, sha256 }) => before.get(path) !== sha256);
  expect(changed.map(({ path }) => path)).toEqual(['actuals/PJM-2026-11.parquet']);
  expect(await rowsOf(await fileOf(readBulkFolder(folder), 'actuals/PJM-2026-11.parquet'))).toContainEqual({
    time_utc: new Date('2026-09-20T05:00Z'),
    region: 'PJM',
    value_mw: 91_234,
    known_at: new Date(BULK_NOW - HOUR_MS),
    is_usable: null,
  });
});

test('a restatement writes the files that it belongs to again; who reads the old one reads it to its end', async () => {
  const { folder, store } = copyOfWritten();
  const path = 'actuals/PJM-2026-10.parquet';
  const old = store.list().find((each) => each.path === path)!;
  const reading = store.open(old)[Symbol.asyncIterator]();
  const first = await reading.next();
  const restated = await memoryWorld();
  await restate(restated, Date.UTC(2026, 9, 20, 5), BULK_NOW - HOUR_MS);
  const { outcome } = await writtenAt(restated, BULK_NOW, folder);
  const changed = store.list().filter(({ sha256 }) => !written.store.list().some((file) => file.sha256 === sha256));
  expect(changed.map((file) => file.path)).toEqual([path, 'scores/PJM-2026-10.parquet', 'scores/PJM-2026-11.parquet']); // screening looks back
  expect(outcome.written).toBeGreaterThanOrEqual(2);
  let length = first.value!.byteLength;
  for (let next = await reading.next(); !next.done; next = await reading.next()) length += next.value.byteLength;
  expect(length).toBe(old.bytes);
});

test('a new run writes the forecasts of its month again', async () => {
  const { folder, store } = copyOfWritten();
  const more = await memoryWorld();
  const newest = (await more.vintages.newest('pjm', BULK_NOW))!;
  await more.vintages.append({ ...newest, issuedAt: BULK_NOW - 2, availableAt: BULK_NOW - 1 });
  await writtenAt(more, BULK_NOW, folder);
  const rowsIn = (name: string) => store.list().find(({ path }) => path === name)!.rows;
  const name = 'forecasts/PJM-2026-11.parquet';
  expect(rowsIn(name)).toBe(written.store.list().find(({ path }) => path === name)!.rows + 384);
});

test('a pass that ends in the middle of a file leaves whole files only, and the next one continues', async () => {
  const folder = newFolder();
  const stop = new AbortController();
  let runs = 0;
  const deps: BulkDeps = {
    ...pausing(world),
    vintages: {
      ...world.vintages,
      issued: (areaId, issuedAt) => {
        runs += 1;
        if (runs === 40) stop.abort(new Error('stopped'));
        return world.vintages.issued(areaId, issuedAt);
      },
    },
  };
  const cut = writeBulkFiles(deps, new BulkFolderWriter(folder), {
    ...pass,
    areas: CONTRACT_AREAS,
    signal: stop.signal,
  });
  await expect(cut).rejects.toThrow('stopped');
  const store = readBulkFolder(folder);
  const whole = store.list();
  expect(whole.length).toBeLessThan(written.store.list().length);
  for (const { path, sha256 } of whole) {
    expect(written.store.list().find((file) => file.path === path)?.sha256).toBe(sha256);
  }
  const { outcome } = await writtenAt(world, BULK_NOW, folder);
  expect(outcome.unchanged).toBeGreaterThanOrEqual(whole.length);
  expect(new Map(store.list().map((file) => [file.path, file.sha256]))).toEqual(
    new Map(written.store.list().map((file) => [file.path, file.sha256])),
  );
});

test('what a killed writer leaves half done is neither listed nor kept', async () => {
  const { folder, store } = copyOfWritten();
  const listed = store.list().length;
  writeFileSync(join(folder, 'half.partial'), 'PAR1');
  writeFileSync(join(folder, 'actuals', 'PJM-2026-10.0123456789abcdef.parquet'), 'PAR1');
  expect(store.list()).toHaveLength(listed);
  new BulkFolderWriter(folder);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.parquet'))).toHaveLength(listed);
  expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test.each([12, 20, 30.3, 47])('%d days before, a file was what the service makes as of then', async (days) => {
  const asOf = afterDays(-days);
  const { store } = await writtenAt(world, asOf);
  const ask = asking(world, BULK_NOW);
  for (const path of ['2026-09', '2026-10'].flatMap(pathsOf)) {
    const { status, bytes } = await ask(`/v1/bulk/${path}?as_of=${new Date(asOf).toISOString()}`, 'enterprise');
    const file = store.list().some((each) => each.path === path) ? await fileOf(store, path) : undefined;
    expect([path, status]).toEqual([path, file ? 200 : 404]);
    if (file) expect(bytes.equals(file)).toBe(true);
  }
});

test('loadcast export writes the same files, byte for byte, with their digests beside them', async () => {
  const out = newFolder();
  const command = createExportCommand(async () => ({
    areas: () => CONTRACT_AREAS,
    ...world,
    close: async () => undefined,
  }));
  const options = ['--from', '2026-09-30', '--to', '2026-11-01', '--out', out, '--region', 'PGE,PJM', '--json'];
  const { status, out: lines } = await runCli([command], ['export', ...options], { now: () => BULK_NOW });
  const { files } = JSON.parse(lines.join('')) as { files: { path: string; sha256: string }[] };
  expect([status, files.length]).toEqual([0, written.store.list().length]);
  for (const { path } of files) {
    expect([path, readFileSync(join(out, path)).equals(await fileOf(written.store, path))]).toEqual([path, true]);
  }
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
  expect(sums).toBe(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''));
});

test('an export that was killed continues: halves go, what is missing or not as noted is written, the rest stays', async () => {
  const out = newFolder();
  const command = createExportCommand(async () => ({
    areas: () => CONTRACT_AREAS,
    ...world,
    close: async () => undefined,
  }));
  const options = ['export', '--from', '2026-09-30', '--to', '2026-11-01', '--out', out, '--region', 'PJM'];
  const exportAll = () => runCli([command], options, { now: () => BULK_NOW });
  const whole = () =>
    readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.parquet'))
      .sort();
  const placeOf = (name: string): string => String(statSync(join(out, name)).ino);
  await exportAll();
  const names = whole();
  const bytes = new Map(names.map((name) => [name, readFileSync(join(out, name))]));
  const places = new Map(names.map((name) => [name, placeOf(name)]));
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8');

  const [missing, cut, ...kept] = names as [string, string, ...string[]];
  rmSync(join(out, missing));
  writeFileSync(join(out, cut), 'PAR1');
  writeFileSync(join(out, '00000000-0000-4000-8000-000000000000.partial'), 'PAR1');
  writeFileSync(join(out, 'forecasts', 'of-another-program.parquet'), 'PAR1');
  rmSync(join(out, 'SHA256SUMS'));
  expect((await exportAll()).status).toBe(0);
  expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.partial'))).toEqual(
    [],
  );
  const other = join('forecasts', 'of-another-program.parquet');
  expect(whole()).toEqual([...names, other].sort());
  for (const name of names)
    expect([name, readFileSync(join(out, name)).equals(bytes.get(name)!)]).toEqual([name, true]);
  expect(kept.map(placeOf)).toEqual(kept.map((name) => places.get(name)));
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums);
});

test.each([
  { args: ['--from', '2026-10-02', '--to', '2026-10-01'], says: '--from must not be after --to' },
  { args: ['--from', '2026-13-02', '--to', '2026-10-01'], says: '--from 2026-13-02 is not a date' },
  { args: ['--from', '2026-10-02', '--to', '2026-10-02', '--areas', 'XX'], says: '--areas' },
])('export $args is refused: $says', async ({ args, says }) => {
  const command = createExportCommand(async () => ({
    areas: () => CONTRACT_AREAS,
    ...world,
    close: async () => undefined,
  }));
  const { status, err } = await runCli([command], ['export', ...args, '--out', newFolder()]);
  expect([status, err.join().includes(says)]).toEqual([2, true]);
});

const ENGINES = [
  {
    engine: 'sqlite',
    open: async () => {
      const store = await openSqliteStore({ dataDir: newFolder() });
      return { ...store, close: () => store.close() };
    },
  },
  ...((await databaseAnswers())
    ? [
        {
          engine: 'postgres',
          open: async () => {
            const url = freshDatabaseUrl();
            const store = await openPostgres(url, 'writer');
            return {
              ...store,
              close: async () => {
                await store.close();
                await dropSchema(url);
              },
            };
          },
        },
      ]
    : []),
];

test.each(ENGINES)('files of a store on $engine are those of memory', async ({ open }) => {
  const store = await open();
  try {
    await fillBulkWorld(store);
    const { store: files } = await writtenAt({ actuals: store.actuals, vintages: store.vintages });
    expect(new Map(files.list().map((file) => [file.path, file.sha256]))).toEqual(
      new Map(written.store.list().map((file) => [file.path, file.sha256])),
    );
  } finally {
    await store.close();
  }
});

interface Answered {
  readonly data: readonly Record<string, unknown>[];
}

/** What an answer of the service and a row of a file have in common. */
const seen = (value: unknown) =>
  value instanceof Date ? value.toISOString().replace('.000Z', 'Z') : typeof value === 'bigint' ? Number(value) : value;

test('the rows of the files are what the service answers', async () => {
  const ask = asking(world, BULK_NOW);
  const answer = async (path: string) => (JSON.parse((await ask(path, 'enterprise')).text) as Answered).data;
  const rows = async (path: string) => rowsOf(await fileOf(written.store, path));

  const history = await answer('/v1/demand/history?region=PJM&start=2026-10-01T00:00Z&end=2026-11-01T00:00Z');
  const usable = (await rows('actuals/PJM-2026-10.parquet')).filter(({ is_usable }) => is_usable);
  expect(usable.map(({ time_utc, value_mw }) => [Date.parse(String(seen(time_utc))), value_mw])).toEqual(
    history.map(({ timestamp, value_mw }) => [Date.parse(String(timestamp)), value_mw]),
  );

  const runs = await rows('forecasts/PGE-2026-10.parquet');
  const id = String(runs[384 * 7]!['run_id']);
  const run = await answer(`/v1/demand/runs/${id}`);
  const own = runs.filter(({ run_id }) => run_id === id);
  expect(own.map((row) => ['time_utc', 'value_mw', 'p10', 'p90'].map((name) => seen(row[name])))).toEqual(
    run.map((row) => ['time_utc', 'value_mw', 'p10', 'p90'].map((name) => row[name] ?? null)),
  );

  const scores = await rows('scores/PJM-2026-10.parquet');
  expect(new Set(scores.map((row) => row['run']))).toEqual(new Set(['DAM', '2DA', '7DA', '15DA']));
  const days = 'start=2026-10-01&end=2026-10-31';
  const scored = await answer(`/v1/demand/scores?region=PJM&by=day&run=2DA&${days}`);
  const numbers = Object.keys(BULK_DATASETS.find(({ id: name }) => name === 'scores')!.columns).slice(3);
  expect(
    scores
      .filter((row) => row['run'] === '2DA')
      .map((row) => [String(seen(row['operating_day'])).slice(0, 10), ...numbers.map((name) => seen(row[name]))]),
  ).toEqual(scored.map((row) => [row['day'], ...numbers.map((name) => row[name] ?? null)]));

  const operator = await rows('operator/PJM-2026-10.parquet');
  const compared = await answer('/v1/demand/compare?region=PJM&gate=dam&start=2026-10-01T00:00Z&end=2026-11-01T00:00Z');
  expect(operator.map((row) => [seen(row['time_utc']), row['value_mw'], seen(row['known_at'])])).toEqual(
    compared
      .filter((row) => row['operator_mw'] !== undefined)
      .map((row) => [row['time_utc'], row['operator_mw'], row['operator_issued_at']]),
  );
});

test('rows are sorted, and each version of an hour is a row of one file', async () => {
  for (const { path } of written.store.list()) {
    const { dataset } = nameOf(path);
    const keys = (await rowsOf(await fileOf(written.store, path))).map((row) => {
      const names = { forecasts: ['issued_at', 'time_utc'], scores: [] }[dataset.id] ?? ['time_utc', 'known_at'];
      return names.map((name) => (row[name] as Date).toISOString()).join(' ');
    });
    expect([path, keys]).toEqual([path, [...keys].sort()]);
    if (dataset.id !== 'scores') expect(new Set(keys).size).toBe(keys.length);
  }
  const late = new Date(LATE_RESTATEMENT.hour).toISOString();
  const holding: string[] = [];
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    const rows = await rowsOf(await fileOf(written.store, `actuals/PJM-${month}.parquet`));
    const versions = rows.filter(({ time_utc }) => (time_utc as Date).toISOString() === late);
    holding.push(...versions.map(({ value_mw }) => `${month} ${value_mw === LATE_RESTATEMENT.value}`));
  }
  expect(holding).toEqual(['2026-09 false', '2026-11 true']);
});

test('an area that the world has no data of has no file', () => {
  expect(WORLD_AREAS).toHaveLength(2);
  expect(written.store.list().every(({ path }) => /\/(PJM|PGE)-/.test(path))).toBe(true);
});
