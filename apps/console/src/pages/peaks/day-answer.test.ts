import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { peakDays } from '../../data/peaks/peak-days.js';
import { DayAnswer } from './day-answer.js';

const ZONE = 'America/Chicago';
const grid = { code: 'SPP', name: 'SPP', territory: 'Central US', zone: ZONE, marketZone: ZONE };

test.each([
  {
    name: 'without a forecast waits for one',
    data: { state: 'pending' },
    says: 'This day’s odds come with the next forecast, within the hour.',
  },
  {
    name: 'with a forecast, but no value of an hour before it, says what it waits for',
    data: { state: 'pending', issued_at: '2026-11-18T14:58:00Z' },
    says: 'No peak yet: some hours of this day have neither measured load nor an earlier forecast. It comes with either, usually within two hours.',
  },
  {
    name: 'that is forecast has its peak',
    data: { state: 'forecast', peak_mw: 32805, peak_time_utc: '2026-11-18T13:00:00Z' },
    says: '32,800 MW',
  },
  {
    name: 'whose highest hour so far is measured has no likely range',
    data: { state: 'forecast', peak_mw: 32805, p10: 32805, p90: 32805, peak_time_utc: '2026-11-18T13:00:00Z' },
    says: 'Measured, the highest so far',
  },
  {
    name: 'that is to come has its range',
    data: { state: 'forecast', peak_mw: 32805, p10: 31905, p90: 33705, peak_time_utc: '2026-11-18T13:00:00Z' },
    says: 'Likely range (80 %): 31,900–33,700 MW',
  },
])('a day $name', ({ data, says }) => {
  const columns = Object.entries({ day: '2026-11-18', ...data }).map(([name, value]) => [name, [value]]);
  const [of] = peakDays({ data: Object.fromEntries(columns), meta: {} }, ZONE);
  const html = renderToString(DayAnswer({ of: of!, name: 'Today', grid, programs: [] }));
  expect([html.includes(says), html.includes(' MW')]).toEqual([true, data.state === 'forecast']);
});
