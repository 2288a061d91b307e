import { expect, test } from 'vitest';
import type { Ask, Parameters } from '../ask.js';
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

test.each([
  { name: 'of the newest run', row: 2, as_of: undefined },
  { name: 'of an older run, which began before the newest one', row: 1, as_of: TIMES[1] },
  { name: 'that was measured', row: 0, as_of: TIMES[0] },
])('the drivers of an hour $name are those of the run that is shown', async ({ row, as_of }) => {
  const issuedAt = ['2026-07-01T15:00:00Z', '2026-07-01T15:00:00Z', '2026-07-01T21:30:00Z'];
  const asked: unknown[] = [];
  const ask = (async (path: string, parameters: Parameters) => {
    if (path === '/v1/demand/drivers') {
      asked.push(parameters['as_of']);
      return { data: { time_utc: [TIMES[row]], issued_at: [issuedAt[row]], climatology_mw: [900] }, meta: {} };
    }
    const mw = TIMES.map((_, at) => (at === row ? 900 : 800));
    return {
      data: { time_utc: TIMES, loadcast_mw: mw, p10: mw, actual_mw: [950, null, null], issued_at: issuedAt },
      meta: {},
    };
  }) as Ask;
  const { drivers } = JSON.parse(await explainPeak.answer(ask, { region: 'PJM', date: '2026-07-01' }));
  expect({ drivers, asked }).toEqual({ drivers: { climatology_mw: 900 }, asked: [as_of] });
});
