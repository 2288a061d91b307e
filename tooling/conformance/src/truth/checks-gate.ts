import assert from 'node:assert/strict';
import { type Check, check } from '../check.js';
import { GATE_HOUR, GRIDS, MARKET_RUNS, UTILITIES } from '../known/areas.data.js';
import { addDays, dayWindow, HOUR_MS, instantOf, iso, wallClock } from '../known/market-time.js';
import { range, yesterday } from '../load-reports.js';
import { readForecast, readRun, readUtilityRun } from './reads.js';
import { paired } from './series.js';

/** The shortest horizon of surface A that reaches a run's operating day from its gate, and the hours of it that it covers. */
const REACH = {
  DAM: { horizon: '2d', hours: 23 },
  '2DA': { horizon: '7d', hours: 23 },
  '7DA': { horizon: '15d', hours: 23 },
  '15DA': { horizon: '15d', hours: 8 },
} as const;

const gateChecks: readonly Check[] = GRIDS.flatMap(({ region, tacAreas: [code], marketTimezone: zone }) =>
  MARKET_RUNS.map(({ run, leadDays }) =>
    check(`/v1/demand/forecast as_of the ${run} gate is what /oasis says of ${region}'s ${run}`, async (service) => {
      const day = wallClock(zone, service.now - 1).day;
      const gate = instantOf(zone, addDays(day, -leadDays), GATE_HOUR);
      const { horizon, hours } = REACH[run];
      const report = await readRun(service, run, dayWindow(zone, day), { area: code });
      const { values } = await readForecast(service, region, { horizon, asOf: gate });
      const pairs = paired(values, report);
      assert.ok(pairs.length >= hours, `only ${pairs.length} hours of ${day} on both surfaces`);
      for (const { start, one, other } of pairs) assert.equal(one, other, iso(start));
    }),
  ),
);

const realTimeChecks: readonly Check[] = UTILITIES.map(({ code }) =>
  check(`/forecast/v1/demand RTM of ${code} has the hours of DAM, from newer forecasts`, async (service) => {
    const window = yesterday(service);
    const dam = await readUtilityRun(service, 'DAM', window, { area: code });
    const answer = await service.ask(`/forecast/v1/demand?tac_area=${code}&market_run_id=RTM&${range(window)}`);
    assert.equal(answer.status, 200, 'DAM has rows and RTM has none');
    const rtm = await readUtilityRun(service, 'RTM', window, { area: code });
    assert.deepEqual([...rtm.keys()], [...dam.keys()]);
    // The gate of the day itself lies before its afternoon: from then on a newer run than the previous day's is known.
    const afternoon = window.start + (GATE_HOUR + 6) * HOUR_MS;
    const same = paired(rtm, dam).filter(({ start, one, other }) => start >= afternoon && one === other);
    assert.ok(same.length < 3, `${same.length} hours of the afternoon are DAM's`);
  }),
);

export const CHECKS_GATE: readonly Check[] = [...gateChecks, ...realTimeChecks];
