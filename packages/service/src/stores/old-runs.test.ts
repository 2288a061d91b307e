import { DAY_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { oldRuns } from './old-runs.js';

const NOW = Date.UTC(2026, 10, 28);

function logOf(lines: unknown[]) {
  const write = (...line: unknown[]): void => void lines.push(line);
  return { info: write, warn: write };
}

test.each([
  { name: 'no setting means no duty', keep: undefined, has: false },
  { name: 'a setting makes a duty', keep: 400 * DAY_MS, has: true },
])('$name', ({ keep, has }) => {
  const duty = oldRuns({ RUNS_KEEP: keep }, { dropRunsBefore: async () => [] }, () => NOW, logOf([]));
  expect(duty.dropOldRuns !== undefined).toBe(has);
});

test('an embedded store is refused with what it needs', () => {
  expect(() => oldRuns({ RUNS_KEEP: 400 * DAY_MS }, {}, () => NOW, logOf([]))).toThrow('RUNS_KEEP: needs DATABASE_URL');
});

test.each([
  {
    name: 'dropped months are logged',
    drops: async () => ['vintage_2025_01'],
    line: [{ months: ['vintage_2025_01'] }, 'runs that are kept no longer were dropped'],
  },
  { name: 'nothing is logged where nothing was dropped', drops: async () => [], line: undefined },
  {
    name: 'a failure is logged and does not reject',
    drops: () => Promise.reject(new Error('busy')),
    line: [{ err: new Error('busy') }, 'old runs could not be dropped and will be tried again'],
  },
])('$name', async ({ drops, line }) => {
  const lines: unknown[] = [];
  const asked: number[] = [];
  const dropRunsBefore = (before: number): Promise<string[]> => {
    asked.push(before);
    return drops();
  };
  await oldRuns({ RUNS_KEEP: 400 * DAY_MS }, { dropRunsBefore }, () => NOW, logOf(lines)).dropOldRuns?.();
  expect(asked).toEqual([NOW - 400 * DAY_MS]);
  expect(lines).toEqual(line ? [line] : []);
});
