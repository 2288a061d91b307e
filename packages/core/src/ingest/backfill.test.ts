import { expect, test } from 'vitest';
import { AREAS, CONTRACT_AREAS } from '../areas/contract-areas.js';
import { memoryActualsStore } from '../memory/index.js';
import type { LoadSource } from '../ports/load-source.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { backfill } from './backfill.js';

const WINDOW = { start: Date.UTC(2024, 1, 20), end: Date.UTC(2024, 2, 11) };
const NOW = Date.UTC(2026, 0, 1);

/** A source that has every hour of every area, and fails from the given fetch on. */
function recordedSource(failFrom = Number.POSITIVE_INFINITY): LoadSource & { asked: Window[] } {
  const asked: Window[] = [];
  return {
    name: 'recorded',
    asked,
    async fetch(window) {
      if (asked.length >= failFrom) throw new Error('upstream down');
      asked.push(window);
      const valuesMw = new Float64Array((window.end - window.start) / HOUR_MS).fill(100);
      const series = AREAS.map(({ series }) => ({
        key: { series, measure: 'demand' as const },
        start: window.start,
        valuesMw,
      }));
      return { source: 'recorded', provenance: {}, series };
    },
  };
}

async function run(store: ReturnType<typeof memoryActualsStore>, source: LoadSource, again = false) {
  const steps = [];
  const options = {
    areas: CONTRACT_AREAS,
    now: () => NOW,
    signal: new AbortController().signal,
    again,
    stepMs: 7 * DAY_MS,
  };
  for await (const step of backfill(store, source, WINDOW, options)) steps.push(step);
  return steps;
}

test('pieces cover the window, oldest first, over a leap day', async () => {
  const source = recordedSource();
  await run(memoryActualsStore(), source);
  expect(source.asked.map(({ start, end }) => (end - start) / DAY_MS)).toEqual([7, 7, 6]);
  expect(source.asked.map(({ start }) => start)).toEqual([0, 7, 14].map((days) => WINDOW.start + days * DAY_MS));
});

// docs/faults.md: fault 112
test('after a failure it resumes where it stopped, and a full store asks for nothing', async () => {
  const store = memoryActualsStore();
  await expect(run(store, recordedSource(1))).rejects.toThrow('upstream down');
  const second = recordedSource();
  const steps = await run(store, second);
  expect(second.asked.map(({ start }) => start)).toEqual([7, 14].map((days) => WINDOW.start + days * DAY_MS));
  expect(steps.map(({ report }) => report?.series[0]?.newHours)).toEqual([undefined, 168, 144]);
  const third = recordedSource();
  await run(store, third);
  expect(third.asked).toEqual([]);
  await run(store, third, true);
  expect(third.asked).toHaveLength(3);
});

test('values become known as history does: two hours after their hour', async () => {
  const store = memoryActualsStore();
  await run(store, recordedSource());
  expect((await store.read({ series: 'PJM', measure: 'demand' })).knownAtMs[0]).toBe(WINDOW.start + 3 * HOUR_MS);
});
