import { expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { memoryActualsStore } from '../../memory/memory-actuals-store.js';
import type { Measure } from '../../ports/actuals-store.js';
import { HOUR_MS } from '../../time/instant.js';
import { readOperatorHours } from './hours-beside.js';

const START = Date.UTC(2026, 6, 2);
const WINDOW = { start: START, end: START + 2 * HOUR_MS };
const BEFORE = START - 24 * HOUR_MS;

async function storeOf(...issues: readonly { measure: Measure; hoursLater: number; valuesMw: readonly number[] }[]) {
  const actuals = memoryActualsStore();
  for (const { measure, hoursLater, valuesMw } of issues) {
    const known = { kind: 'at', at: BEFORE + hoursLater * HOUR_MS } as const;
    const block = { key: { series: 'PJM', measure }, start: START, values: Float64Array.from(valuesMw), known };
    await actuals.append({ source: 'test', ingestedAt: known.at, provenance: {}, blocks: [block] });
  }
  return { actuals };
}

const DAY_AHEAD = { measure: 'day_ahead_forecast', hoursLater: 3, valuesMw: [100, Number.NaN] } as const;
const EARLIER = { measure: 'multi_day_forecast', hoursLater: 0, valuesMw: [90, 91] } as const;
const LATER = { measure: 'multi_day_forecast', hoursLater: 6, valuesMw: [95, 96] } as const;

test.each([
  { name: 'the day-ahead forecast alone', issues: [DAY_AHEAD], at: 9, found: [100, Number.NaN] },
  { name: 'one of several days where there is no other', issues: [DAY_AHEAD, EARLIER], at: 9, found: [100, 91] },
  { name: 'the newest of both', issues: [DAY_AHEAD, EARLIER, LATER], at: 9, found: [95, 96] },
  { name: 'the newest at the time', issues: [DAY_AHEAD, EARLIER, LATER], at: 2, found: [90, 91] },
  {
    name: 'nothing before anything was published',
    issues: [DAY_AHEAD, EARLIER, LATER],
    at: -1,
    found: [Number.NaN, Number.NaN],
  },
  {
    name: 'no value that is zero',
    issues: [EARLIER, { ...LATER, valuesMw: [0, 96] }],
    at: 9,
    found: [Number.NaN, 96],
  },
])('the operator’s hours are $name', async ({ issues, at, found }) => {
  const { valuesMw } = await readOperatorHours(
    await storeOf(...issues),
    areaById('pjm'),
    WINDOW,
    BEFORE + at * HOUR_MS,
  );
  expect([...valuesMw]).toEqual(found);
});
