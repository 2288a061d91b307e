import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { screenedActuals } from '../accuracy/screened-actuals.js';
import { areaById } from '../areas/contract-areas.js';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { foldBlocks } from '../series/known-series.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { screenedHours } from './screened-hours.js';

const PJM = areaById('pjm');
const HOURS = 60 * 24;
const actuals = memoryActualsStore();
const usual = Float64Array.from({ length: HOURS }, (_, hour) =>
  Math.round(9000 + 1000 * Math.sin((hour * Math.PI) / 12)),
);

test('what is remembered is what would be computed, whenever data was learnt', async () => {
  const restatement = fc.record({
    hour: fc.integer({ min: 0, max: HOURS - 1 }),
    value: fc.integer({ min: -10, max: 20_000 }),
    at: fc.integer({ min: 0, max: HOURS }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(restatement, { maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: HOURS * HOUR_MS }), { minLength: 2, maxLength: 12 }),
      async (restatements, instants) => {
        const known = foldBlocks([
          { start: 0, values: usual, known: { kind: 'lag', lagMs: 2 * HOUR_MS } },
          ...restatements.map(({ hour, value, at }) => ({
            start: hour * HOUR_MS,
            values: Float64Array.of(value),
            known: { kind: 'at', at: at * HOUR_MS } as const,
          })),
        ]);
        const window = { start: 50 * DAY_MS, end: 60 * DAY_MS };
        for (const asOf of instants.flatMap((instant) => [instant, instant + 1, instant])) {
          expect(await screenedHours(actuals, PJM, known, window, asOf)).toEqual(
            screenedActuals(PJM, known, window, asOf),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('a window is screened once while nothing is learnt of it', async () => {
  const known = foldBlocks([{ start: 0, values: usual, known: { kind: 'lag', lagMs: 0 } }]);
  const window = { start: 50 * DAY_MS, end: 51 * DAY_MS };
  const first = await screenedHours(actuals, PJM, known, window, 52 * DAY_MS);
  expect(await screenedHours(actuals, PJM, known, window, 53 * DAY_MS)).toBe(first);
  expect(await screenedHours(actuals, PJM, known, window, 50.5 * DAY_MS)).not.toBe(first);
});
