import { expect, test } from 'vitest';
import type { Ask, Parameters } from '../ask.js';
import { explainPeak } from './explain-peak.js';
import { getForecast } from './get-forecast.js';

/** Two hours whose load is one number of whole MW, of which the later one is the higher. */
const TIMES = ['2026-07-01T20:00:00Z', '2026-07-01T21:00:00Z', '2026-07-01T22:00:00Z'];
const LOADS_MW = [150_000.1, 150_000.4, 149_000];

test('get_forecast finds the highest hour by its load, not by whole MW', async () => {
  const ask = (async () => ({ data: { time_utc: TIMES, value_mw: LOADS_MW }, meta: {} })) as Ask;
  const facts = JSON.parse(await getForecast.answer(ask, { region: 'PJM' })) as Record<string, unknown>;
  expect(facts['highest']).toEqual({ time_utc: TIMES[1], value_mw: 150_000 });
});

/** `/v1/demand/peaks` of two days, of which the first has its peak at an hour. */
const peaksOf = (hour: string) => ({
  data: {
    day: ['2026-07-01', '2026-07-02'],
    peak_time_utc: [hour, '2026-07-02T22:00:00Z'],
    peak_mw: [900, 910],
    p10: [890, 900],
    p90: [910, 920],
  },
  meta: { generated_at: '2026-07-01T21:30:00Z' },
});

test.each([
  { name: 'today’s, while its hour lasts', hour: TIMES[1]!, day: '2026-07-01' },
  { name: 'tomorrow’s, once that of today is over', hour: TIMES[0]!, day: '2026-07-02' },
])('without a date the peak is $name', async ({ hour, day }) => {
  const asked: Parameters[] = [];
  const ask = (async (path: string, parameters: Parameters) => {
    if (path === '/v1/demand/peaks') return peaksOf(hour);
    asked.push(parameters);
    return { data: { time_utc: [hour], loadcast_mw: [880], p10: [870] }, meta: {} };
  }) as Ask;
  const { peak } = JSON.parse(await explainPeak.answer(ask, { region: 'PJM' }));
  expect([peak.day, peak.peak_mw, asked[0]?.['start']]).toEqual([day, day === '2026-07-01' ? 900 : 910, day]);
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
    if (path === '/v1/demand/peaks') return peaksOf(TIMES[row]!);
    const mw = TIMES.map((_, at) => (at === row ? 900 : 800));
    return {
      data: { time_utc: TIMES, loadcast_mw: mw, p10: mw, actual_mw: [950, null, null], issued_at: issuedAt },
      meta: {},
    };
  }) as Ask;
  const { drivers } = JSON.parse(await explainPeak.answer(ask, { region: 'PJM', date: '2026-07-01' }));
  expect({ drivers, asked }).toEqual({ drivers: { climatology_mw: 900 }, asked: [as_of] });
});
