import type { RunPart } from '@loadcast/formats';
import { beforeAll, expect, test, vi } from 'vitest';
import { agree, answer, plainRows, ROWS, readParts } from './report-candidates.js';

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
