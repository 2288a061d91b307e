import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type EpochMs } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import type { Answer, Ask } from '@loadcast/formats/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../../packages/service/src/wiring/store.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../test/test-database.js';
import {
  type Arrival,
  cachesOver,
  FIRST_HOUR,
  HISTORY_HOURS,
  learntAt,
  NOW,
  TESTED_AREAS,
  write,
  writeHistory,
} from './testing/arrivals.js';
import { asking, pathAsOf, pathOf, planOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES } from './testing/endpoints.data.js';

/** Instants at which there is something to answer with. */
const anyInstant = fc.integer({ min: FIRST_HOUR + 45 * DAY_MS, max: NOW - 2 * DAY_MS });

const arrivedAt = fc.integer({ min: FIRST_HOUR + 45 * DAY_MS, max: NOW - 1 });
const area = fc.constantFrom(...TESTED_AREAS);
const anyArrival: fc.Arbitrary<Arrival> = fc.oneof(
  fc.record({
    kind: fc.constant('vintage' as const),
    area,
    at: arrivedAt,
    delayMs: fc.integer({ min: 0, max: DAY_MS }),
  }),
  fc.record({
    kind: fc.constantFrom('load' as const, 'operator' as const),
    area,
    at: arrivedAt,
    fromHour: fc.integer({ min: HISTORY_HOURS / 2, max: HISTORY_HOURS - 40 }),
    values: fc.array(fc.integer({ min: -1, max: 200_000 }), { minLength: 1, maxLength: 30 }),
  }),
);

const READS = ENDPOINT_EXAMPLES.filter(({ readsStore }) => readsStore);

async function answersAt(ask: Ask, asOf: EpochMs): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const example of READS) {
    const path = pathAsOf(example, asOf);
    answers.set(path, await ask(path, planOf(example)));
  }
  return answers;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Random stories of what arrived when. `POINT_IN_TIME_STORIES=12` is the acceptance run; the drills make it. */
const STORIES = Number(process.env['POINT_IN_TIME_STORIES'] ?? 2);

const ENGINES = [
  {
    engine: 'memory',
    runs: STORIES,
    open: async () => ({
      actuals: memoryActualsStore(),
      vintages: memoryVintageStore(sha256Hex),
      close: async () => {},
    }),
  },
  {
    engine: 'sqlite',
    runs: Math.ceil(STORIES / 6),
    open: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-point-in-time-'));
      folders.push(dataDir);
      return openSqliteStore({ dataDir });
    },
  },
  {
    engine: 'postgres',
    runs: 1,
    open: async () => {
      const url = freshDatabaseUrl();
      const store = await openPostgres(url, 'writer');
      const close = async (): Promise<void> => {
        await store.close();
        await dropSchema(url);
      };
      return { ...store, close };
    },
  },
];

const hasDatabase = await databaseAnswers();

describe.each(ENGINES)('$engine', ({ engine, runs, open }) => {
  const isSkipped = engine === 'postgres' && !hasDatabase;
  test.skipIf(isSkipped)(
    'no answer of any surface with as_of=T changes when data arrives after T',
    { timeout: 240_000 },
    async () => {
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anyArrival, { maxLength: 12 }), anyInstant, async (arrivals, asOf) => {
          const store = await open();
          try {
            await writeHistory(store);
            await write(
              store,
              arrivals.filter((one) => learntAt(one) <= asOf),
            );
            const running = cachesOver(store);
            const before = await answersAt(asking(running), asOf);
            await write(
              running,
              arrivals.filter((one) => learntAt(one) > asOf),
            );
            expect(await answersAt(asking(running), asOf)).toEqual(before);
            expect(await answersAt(asking(cachesOver(store)), asOf)).toEqual(before);
            answered += [...before.values()].filter(({ status }) => status === 200).length;
          } finally {
            await store.close();
          }
        }),
        { numRuns: runs, endOnFailure: true },
      );
      expect(answered).toBeGreaterThan(0.5 * runs * READS.length); // not just the same refusals
    },
  );
});

/** Removes the times of the request. */
const withoutTheTimeOfAsking = (text: string): string =>
  text.replace(/"generated_at":"[^"]+"/g, '').replace(/<TimeDate>[^<]+/g, '');

/** The history and nothing else: read by the tests below, never written to. */
const stores = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
beforeAll(() => writeHistory(stores), 120_000);

test('an answer with as_of=T is the same whenever it is asked for', async () => {
  for (const asOf of [FIRST_HOUR - DAY_MS, FIRST_HOUR + 10 * DAY_MS, FIRST_HOUR + 60 * DAY_MS]) {
    const [soon, late] = [
      await answersAt(asking(stores, asOf), asOf),
      await answersAt(asking(stores, asOf + 90 * DAY_MS), asOf),
    ];
    for (const [path, { status, text }] of soon) {
      const asked = late.get(path)!;
      expect([path, asked.status]).toEqual([path, status]);
      if (!path.includes('SingleZip')) expect(withoutTheTimeOfAsking(asked.text)).toBe(withoutTheTimeOfAsking(text));
    }
  }
});

test.each(ENDPOINT_EXAMPLES)('$path: as_of has an effect, or is refused by its name', async (example) => {
  const asOf = FIRST_HOUR + 60 * DAY_MS;
  const path = pathOf(example, asOf);
  const earlier = 'as_of=2026-03-01T00:00:00Z';
  const answer = await asking(stores)(
    path.includes('as_of=')
      ? path.replace(/as_of=[^&]*/, earlier)
      : `${path}${path.includes('?') ? '&' : '?'}${earlier}`,
    planOf(example),
  );
  const refusesAll = await asking(stores)(path, planOf(example));
  expect(refusesAll.status).toBe(200);
  if (!example.readsStore) {
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/as_of: expected no value: /);
  } else if (path.includes('SingleZip')) expect(answer.bytes).not.toEqual(refusesAll.bytes);
  else expect([404, withoutTheTimeOfAsking(answer.text)]).not.toEqual([404, withoutTheTimeOfAsking(refusesAll.text)]);
});

/** Read for ever; its own tests hold that `as_of` is refused. */
const STREAMS = ['/v1/events'];

const CONTRACT = join(import.meta.dirname, '../../../../docs/contract.md');

const contractPaths = (): string[] =>
  [...readFileSync(CONTRACT, 'utf8').matchAll(/^### (GET .*)$/gm)].flatMap(([, title]) =>
    [...title!.matchAll(/\/[\w/{}-]+/g)].map(([path]) => path),
  );

async function documentedPaths(): Promise<string[]> {
  const { paths } = JSON.parse((await asking(stores)('/openapi.json')).text) as { paths: Record<string, object> };
  const read = Object.entries(paths).filter(([path, methods]) => 'get' in methods && !path.startsWith('/account'));
  return read.map(([path]) => path);
}

test.each([
  { where: 'docs/contract.md', paths: contractPaths },
  { where: '/openapi.json', paths: documentedPaths },
])('the examples hold every endpoint of $where', async ({ paths }) => {
  const documented = await paths();
  const shown = [...STREAMS, ...ENDPOINT_EXAMPLES.map(({ path }) => path.split('?')[0]!)];
  const isShown = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return shown.some((each) => pattern.test(each));
  };
  expect(documented.filter((path) => !isShown(path))).toEqual([]);
  expect(documented.length).toBeGreaterThan(10);
});
