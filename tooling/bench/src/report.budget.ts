import type { RunPart } from '@loadcast/formats';
import { beforeAll, expect, test, vi } from 'vitest';
import { agree, answer, jsonStringify, plainRows, ROWS, readParts } from './report-candidates.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let parts: RunPart[];
beforeAll(async () => {
  parts = await readParts();
});

/** The least of some runs: what the work costs when no other process is in the way. */
async function leastCpuMs(run: () => Promise<unknown>, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test('the rows that are timed are the rows of csv-stringify and XMLBuilder', () => agree(parts, plainRows(parts)));

test.each([
  { name: 'CSV', format: '6', budgetMs: 8 },
  { name: 'XML', format: '5', budgetMs: 15 },
] as const)(`$name of ${ROWS} rows takes less than $budgetMs ms of CPU`, async ({ format, budgetMs }) => {
  expect(await leastCpuMs(() => answer(parts, format), 30)).toBeLessThan(budgetMs);
});

test(`JSON of ${ROWS} rows takes less than 1.5 times the CPU of JSON.stringify with the same rows, made beforehand`, async () => {
  const rows = plainRows(parts);
  const stringifyMs = await leastCpuMs(async () => jsonStringify(rows), 30);
  expect(await leastCpuMs(() => answer(parts, '7'), 30)).toBeLessThan(1.5 * stringifyMs);
});
