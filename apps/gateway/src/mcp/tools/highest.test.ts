import { expect, test } from 'vitest';
import type { Ask } from '../ask.js';
import { explainPeak } from './explain-peak.js';
import { getForecast } from './get-forecast.js';

/** Two hours whose load is one number of whole MW, of which the later one is the higher. */
const TIMES = ['2026-07-01T20:00:00Z', '2026-07-01T21:00:00Z', '2026-07-01T22:00:00Z'];
const LOADS_MW = [150_000.1, 150_000.4, 149_000];

test.each([
  { tool: getForecast, column: 'value_mw', found: 'highest' },
  { tool: explainPeak, column: 'loadcast_mw', found: 'peak' },
])('$tool.name finds the highest hour by its load, not by whole MW', async ({ tool, column, found }) => {
  const ask = (async () => ({ data: { time_utc: TIMES, [column]: LOADS_MW }, meta: {} })) as Ask;
  const facts = JSON.parse(await tool.answer(ask, { region: 'PJM' })) as Record<string, unknown>;
  expect(facts[found]).toEqual({ time_utc: TIMES[1], [column]: 150_000 });
});
