// What reads of a store cost as it grows: `node growing-reads.mjs [--runs 876,8760] [--keys 1000,1000000] [--rounds N]` on the built
// packages. Runs are of one area, one an hour; a year has 8,760. Each store has its turn in every round, so that other work on
// the machine falls on all of them; printed is the median of a read, microseconds.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '@loadcast/storage/sqlite';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '876,8760' },
    keys: { type: 'string', default: '1000,1000000' },
    rounds: { type: 'string', default: '300' },
  },
});

/** Sizes of stores; one that is given twice is measured once. */
function sizesOf(name) {
  const sizes = options[name].split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new RangeError(`--${name}: expected whole numbers above 0, as in 1000,1000000; given: ${options[name]}`);
  }
  return [...new Set(sizes)];
}

const HOUR_MS = 3_600_000;
const NEWEST = Date.UTC(2026, 5, 1);
const AREA = 'pjm';
const HOURS = 384;

const runs = sizesOf('runs');
const keys = sizesOf('keys');
const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-growing-'));
const stores = [];

/** A run issued some hours before the newest. */
function runOf(hoursBefore) {
  const issuedAt = NEWEST - hoursBefore * HOUR_MS;
  const level = (mw) => Float64Array.from({ length: HOURS }, (_, hour) => mw + ((hour * 37 + hoursBefore) % 900));
  return {
    areaId: AREA,
    issuedAt,
    availableAt: issuedAt + 2_000,
    dataCutoff: issuedAt - HOUR_MS,
    model: { name: 'loadcast-load', version: '1' },
    start: issuedAt,
    valueMw: level(80_000),
    p10Mw: level(78_000),
    p90Mw: level(82_000),
  };
}

async function storeOfRuns(count) {
  const { database, vintages, close } = await openSqliteStore({ file: join(dataDir, `runs-${count}.db`) });
  stores.push(close);
  database.exec('pragma synchronous = off');
  for (let next = count; next > 0; ) {
    const before = next;
    next = Math.max(0, next - 1_000);
    await vintages.appendAll(Array.from({ length: before - next }, (_, i) => runOf(before - 1 - i)));
  }
  const dayAgo = NEWEST - 24 * HOUR_MS;
  return {
    'the newest run': () => vintages.newest(AREA, NEWEST + HOUR_MS),
    'whether a run comes within a second': () =>
      vintages.headers(AREA, { start: NEWEST + HOUR_MS, end: NEWEST + HOUR_MS + 1_000 }),
    'the list of a day': () => vintages.headers(AREA, { start: dayAgo, end: NEWEST }),
    'a run by its issue': () => vintages.issued(AREA, dayAgo),
    'how many runs there are': () => vintages.count(AREA, NEWEST + HOUR_MS),
  };
}

const digest = (i) => createHash('sha256').update(String(i)).digest('hex');

async function storeOfKeys(count) {
  const { database, control, close } = await openSqliteStore({ file: join(dataDir, `keys-${count}.db`) });
  stores.push(close);
  database.exec('pragma synchronous = off');
  database.exec(
    "insert into account (id, email, overrides, created_at, version) values ('a', 'a@example.org', '{}', 0, 1)",
  );
  const insert = database.prepare(
    "insert into api_key (id, account_id, sha256, last4, label, created_at, version) values (?, 'a', ?, 'abcd', 'bench', 0, 1)",
  );
  database.exec('begin');
  for (let i = 0; i < count; i++) insert.run(String(i), digest(i));
  database.exec('commit');
  let next = 0;
  const another = () => {
    next = (next + 7_919) % count;
    return digest(next);
  };
  return { 'a key by its digest': () => control.keyBySha256(another()) };
}

async function medians(readsBySize, rounds) {
  const tookMs = readsBySize.map((reads) => Object.keys(reads).map(() => []));
  for (let round = 0; round < rounds; round++) {
    for (const [size, reads] of readsBySize.entries()) {
      for (const [i, read] of Object.values(reads).entries()) {
        const from = performance.now();
        await read();
        tookMs[size][i].push(performance.now() - from);
      }
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  return tookMs.map((reads) => reads.map((list) => 1_000 * median(list)));
}

async function table(noun, sizes, open) {
  const readsBySize = [];
  for (const size of sizes) readsBySize.push(await open(size));
  const bySize = await medians(readsBySize, Number(options.rounds));
  const cells = (row) => process.stdout.write(`| ${row.join(' | ')} |\n`);
  cells([`p50 of a read, us`, ...sizes.map((size) => `${size.toLocaleString('en')} ${noun}`)]);
  cells(['---', ...sizes.map(() => '---')]);
  for (const [i, name] of Object.keys(readsBySize[0]).entries())
    cells([name, ...bySize.map((row) => row[i].toFixed(0))]);
  process.stdout.write('\n');
}

try {
  process.stdout.write(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}\n\n`,
  );
  await table('runs', runs, storeOfRuns);
  await table('keys', keys, storeOfKeys);
} finally {
  await Promise.allSettled(stores.map((close) => close()));
  rmSync(dataDir, { recursive: true, force: true });
}
