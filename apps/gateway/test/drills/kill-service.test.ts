import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ObservationBatch, Vintage } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { openPostgresStore, STORED_KINDS } from '@loadcast/storage/postgres';
import { expect, test } from 'vitest';
import { openPostgres, openSqlite, type Store } from '../../../../packages/service/src/wiring/store.js';
import { startChild } from '../../../../tooling/testing/child.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl, TEST_DATABASE_URL } from '../test-database.js';
import { fillPast, steppedService } from './stepped-service.js';

/** How often to kill. `STORE_KILLS=100` is the long run. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 3);
/** Steps that a service takes before it is killed, at most. */
const MOST_STEPS = 20;
/** A step takes some 50 ms. */
const STEP_MS = 50;
const POLLED = { timeout: 500_000, interval: 1 };

interface Place {
  readonly engine: Store['engine'];
  readonly where: string;
  open(): Promise<Store>;
  remove(): Promise<void>;
}

const PLACES = {
  async sqlite(): Promise<Place> {
    const where = mkdtempSync(join(tmpdir(), 'loadcast-kill-'));
    return {
      engine: 'sqlite',
      where,
      open: () => openSqlite(where, 'writer'),
      remove: async () => rmSync(where, { recursive: true }),
    };
  },
  async postgres(): Promise<Place> {
    const where = freshDatabaseUrl();
    const open = async () => {
      await settle(where);
      return openPostgres(where, 'writer');
    };
    return { engine: 'postgres', where, open, remove: () => dropSchema(where) };
  },
};

/** Waits until the server has finished or undone what a dead process was about. */
async function settle(url: string): Promise<void> {
  const schema = new URL(url).searchParams.get('schema')!;
  const store = await openPostgresStore({ connectionString: TEST_DATABASE_URL, poolSize: 1, schema });
  await store.connections.transaction((client) => client.query('lock table batch, vintage in exclusive mode'));
  await store.close();
}

const answers = await databaseAnswers();
// docs/faults.md: fault 1
test.each([
  { name: 'SQLite', place: PLACES.sqlite, runs: true },
  { name: 'PostgreSQL', place: PLACES.postgres, runs: answers },
])(
  `$name: a service killed ${KILLS} times while it ingests and publishes leaves what one that was never killed leaves`,
  async ({ place: make, runs }) => {
    if (!runs) return expect(runs, 'no PostgreSQL: not tested').toBe(false);
    const place = await make();
    const never = await neverKilled();
    try {
      const filled = await place.open();
      await fillPast(filled.actuals);
      await filled.close();

      const acknowledged = { issues: new Set<string>(), polls: 0 };
      let next = 0;
      for (let round = 0; round < KILLS; round++) {
        const child = startChild(SERVICE, place.engine, place.where, `${next}`, `${next + 1_000}`);
        const steps = Math.floor(random(round) * MOST_STEPS);
        const taken = () => child.lines().filter((line) => line.startsWith('done')).length;
        if (round % 10 !== 9) await expect.poll(taken, POLLED).toBeGreaterThanOrEqual(steps);
        await new Promise((resolve) => setTimeout(resolve, random(round + KILLS) * STEP_MS));
        const lines = await child.kill();
        next = 1 + Number(lines.findLast((line) => line.startsWith('done'))?.split(' ')[1] ?? next - 1);
        for (const [what, ...of] of lines.map((line) => line.split(' '))) {
          if (what === 'kept') acknowledged.issues.add(of.join(' '));
          if (what === 'polled' && of[1] !== '0') acknowledged.polls++;
          expect(['ready', 'done', 'kept', 'polled']).toContain(what);
        }
        await never.reach(next);
        const held = await contentsOf(place);
        // The past is a batch too. Writes under way may be there although they were not acknowledged.
        expect(held.batches).toEqual(never.batches.slice(0, held.batches.length));
        expect(held.batches.length).toBeGreaterThanOrEqual(1 + acknowledged.polls);
        expect(new Set(held.issues.keys()).size).toBe(held.rows);
        for (const [issue, digest] of held.issues) expect([issue, digest]).toEqual([issue, never.issues.get(issue)]);
        expect([...acknowledged.issues].filter((issue) => !held.issues.has(issue))).toEqual([]);
        // A batch that was written but not acknowledged is not sent again: the next poll finds nothing new.
        acknowledged.polls = held.batches.length - 1;
      }

      const child = startChild(SERVICE, place.engine, place.where, `${next}`, `${next + 2}`);
      expect(await child.ended()).toMatchObject({ status: 0, errors: '' });
      await never.reach(next + 2);
      const held = await contentsOf(place);
      expect(held.batches).toEqual(never.batches);
      expect(held.issues).toEqual(never.issues);
      console.log(
        `${place.engine}: ${KILLS} kills in ${next} steps, ${held.batches.length} batches, ${held.rows} vintages`,
      );
    } finally {
      await place.remove();
    }
  },
  KILLS * 20_000 + 600_000,
);

const SERVICE = new URL('./stepped-service.ts', import.meta.url);

/** The same service on stores in memory, and digests of its writes. */
async function neverKilled() {
  const batches: number[] = [];
  const issues = new Map<string, number>();
  const [actuals, vintages] = [memoryActualsStore(), memoryVintageStore()];
  const watched = {
    actuals: {
      ...actuals,
      append: (batch: ObservationBatch) => {
        batches.push(digestOfBatch(batch));
        return actuals.append(batch);
      },
    },
    vintages: {
      ...vintages,
      append: (vintage: Vintage) => {
        issues.set(nameOf(vintage), digestOfVintage(vintage));
        return vintages.append(vintage);
      },
    },
  };
  await fillPast(watched.actuals);
  const service = await steppedService(watched);
  let done = -1;
  return {
    batches,
    issues,
    async reach(step: number) {
      while (done < step) await service.step(++done);
    },
  };
}

/** Digests of what a store holds. */
async function contentsOf(place: Place) {
  const store = await place.open();
  try {
    const batches: number[] = [];
    const issues = new Map<string, number>();
    let rows = 0;
    for await (const batch of STORED_KINDS.batches.read(store.contents)) batches.push(digestOfBatch(batch));
    for await (const vintage of STORED_KINDS.vintages.read(store.contents)) {
      issues.set(nameOf(vintage), digestOfVintage(vintage));
      rows++;
    }
    return { batches, issues, rows };
  } finally {
    await store.close();
  }
}

const nameOf = ({ areaId, issuedAt }: Vintage) => `${areaId} ${issuedAt}`;
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => new Uint8Array(buffer, byteOffset, byteLength);

function digestOfVintage({ valueMw, p10Mw, p90Mw, ...header }: Vintage): number {
  return [valueMw, p10Mw, p90Mw].reduce((crc, values) => crc32(bytesOf(values), crc), crc32(JSON.stringify(header)));
}

/** Blocks of different series have no order within a batch. */
function digestOfBatch({ blocks, ...batch }: ObservationBatch): number {
  const digests = blocks.map(({ key, start, known, values }) =>
    crc32(bytesOf(values), crc32(JSON.stringify([key.series, key.measure, start, known]))),
  );
  return crc32(JSON.stringify([batch.source, batch.ingestedAt, batch.provenance, digests.sort()]));
}

/** The same for the same seed, in [0, 1). */
function random(seed: number): number {
  return ((Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0) / 2 ** 32;
}
