import { AREAS, CONTRACT_AREAS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { createLatenessCommand } from './lateness.js';

const NOW = Date.UTC(2026, 6, 1, 12);

/** Polls every ten minutes of the last day, except failed ones. */
const polls: PollRecord[] = Array.from({ length: 144 }, (_, i) => {
  const askedAt = NOW - 24 * HOUR_MS + i * 10 * MINUTE_MS;
  const outcome = i % 7 === 0 ? 'failed' : 'ok';
  return {
    source: 'eia',
    askedAt,
    endedAt: askedAt + MINUTE_MS,
    outcome,
    reason: undefined,
    newHours: 1,
    restatedHours: 0,
  };
});

async function lateness(line: string) {
  const actuals = memoryActualsStore();
  const came = NOW - 24 * HOUR_MS + 150 * MINUTE_MS; // in a poll that did not fail
  const known = { kind: 'at' as const, at: came };
  await actuals.append(buildBatch([buildBlock('2026-06-30T12:00Z', [1, 2], { series: 'CISO', known })]));
  const open = async () => ({
    areas: () => CONTRACT_AREAS,
    actuals,
    polls: { add: async () => undefined, since: async (at: number) => polls.filter(({ askedAt }) => askedAt >= at) },
    close: async () => undefined,
  });
  return runCli([createLatenessCommand(open)], line.split(' '), { now: () => NOW });
}

test('the table has a row an area, in minutes after the end of the hours', async () => {
  const { status, out } = await lateness('lateness');
  expect([status, out.length]).toEqual([0, AREAS.length + 1]);
  expect(out.slice(0, 2)).toEqual([
    'area   hours  median_min  p90_min  worst_min',
    'caiso      2          30       90         90',
  ]);
  expect(out[2]).toMatch(/^ercot +0 +- +- +-$/);
});

test('--json has the polls that were good, and null where nothing can be said', async () => {
  const { out } = await lateness('lateness --days 3 --json');
  const { days, polls: good, areas } = JSON.parse(out[0]!);
  expect([days, good]).toEqual([3, polls.filter(({ outcome }) => outcome === 'ok').length]);
  expect(areas[0]).toEqual({ area: 'caiso', hours: 2, median_min: 30, p90_min: 90, worst_min: 90 });
  expect(areas[1]).toEqual({ area: 'ercot', hours: 0, median_min: null, p90_min: null, worst_min: null });
});
