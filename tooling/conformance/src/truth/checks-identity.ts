import assert from 'node:assert/strict';
import { type Check, NotYet } from '../check.js';
import { GRIDS, PACIFIC, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, HOUR_MS, instantOf, type Window, wallClock } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readOasisRun, readRun, readUtility } from './reads.js';
import { later, meanOf, paired, type Series, scoresOf } from './series.js';

const DAYS = 21;

/** One area with the readers of its numbers, whichever surface serves them. */
interface Area {
  readonly name: string;
  readonly timezone: string;
  readonly meanMw: readonly [number, number];
  actual(service: Service, window: Window): Promise<Series>;
  dayAhead(service: Service, window: Window): Promise<Series>;
}

const AREAS: readonly Area[] = [
  ...GRIDS.map(({ region, timezone, meanMw, tacAreas: [code] }): Area => {
    const run = async (service: Service, name: string, window: Window) =>
      (await readRun(service, name, window)).get(code!) ?? new Map();
    return {
      name: region,
      timezone,
      meanMw,
      actual: (service, window) => run(service, 'ACTUAL', window),
      dayAhead: (service, window) => run(service, 'DAM', window),
    };
  }),
  ...UTILITIES.map(
    ({ code, meanMw, oasisName }): Area => ({
      name: code,
      timezone: PACIFIC,
      meanMw,
      actual: (service, window) => readOasisRun(service, 'ACTUAL', oasisName, window),
      dayAhead: async (service, window) => (await readUtility(service, code, 'DAM', window)).values,
    }),
  ),
];

/** Whole Pacific days up to yesterday. */
function lastDays(service: Service, days: number): Window {
  return {
    start: instantOf(PACIFIC, addDays(service.today, -days)),
    end: instantOf(PACIFIC, service.today),
  };
}

const lagChecks: readonly Check[] = AREAS.map(({ name, actual, dayAhead }) => ({
  name: `the DAM forecast of ${name} fits its load best at lag 0 over ${DAYS} days`,
  async run(service: Service) {
    const window = lastDays(service, DAYS);
    const [forecast, load] = [await dayAhead(service, window), await actual(service, window)];
    if (paired(forecast, load).length < 14 * 24) throw new NotYet('the service has no two weeks of forecasts yet');
    const maeAt = (lagHours: number) => scoresOf(later(forecast, lagHours * HOUR_MS), load).maeMw;
    const best = [-3, -2, -1, 0, 1, 2, 3].reduce((a, b) => (maeAt(b) < maeAt(a) ? b : a));
    assert.equal(best, 0, `it fits best ${best} h later: ${maeAt(best).toFixed(1)} MW off, not ${maeAt(0).toFixed(1)}`);
  },
}));

const magnitudeChecks: readonly Check[] = AREAS.map(({ name, meanMw: [least, most], actual, dayAhead }) => ({
  name: `a week of ${name} lies between ${least} and ${most} MW, measured and forecast`,
  async run(service: Service) {
    for (const read of [actual, dayAhead]) {
      const values = [...(await read(service, lastDays(service, 7))).values()];
      if (values.length < 24) throw new NotYet('the service has no day of it yet');
      const mean = meanOf(values);
      assert.ok(mean >= least && mean <= most, `the mean is ${mean.toFixed(1)} MW`);
    }
  },
}));

const ownLoadChecks: readonly Check[] = AREAS.map(({ name, dayAhead }) => ({
  name: `the DAM forecast of ${name} is nearer to its own load than to any other's`,
  async run(service: Service) {
    const window = lastDays(service, DAYS);
    const forecast = await dayAhead(service, window);
    const errors: { area: string; maeMw: number }[] = [];
    for (const area of AREAS) {
      const scores = scoresOf(forecast, await area.actual(service, window));
      if (scores.hours < 7 * 24) throw new NotYet(`${area.name} has no week of load yet`);
      errors.push({ area: area.name, maeMw: scores.maeMw });
    }
    const nearest = errors.reduce((a, b) => (b.maeMw < a.maeMw ? b : a));
    assert.equal(nearest.area, name, `nearest is ${nearest.area}, ${nearest.maeMw.toFixed(1)} MW off`);
  },
}));

const nightChecks: readonly Check[] = AREAS.map(({ name, timezone, actual }) => ({
  name: `the night's least load of ${name} lies between 1 and 6 on its own clock`,
  async run(service: Service) {
    const load = await actual(service, lastDays(service, DAYS));
    const byHour = Array.from({ length: 9 }, (): number[] => []);
    for (const [start, mw] of load) byHour[wallClock(timezone, start).hour]?.push(mw);
    if (byHour.some((values) => values.length < 7)) throw new NotYet('the service has no week of load yet');
    const means = byHour.map(meanOf);
    const hour = means.indexOf(Math.min(...means));
    assert.ok(hour >= 1 && hour < 6, `it is lowest at ${hour}:00 in ${timezone}`);
  },
}));

function requireEqual(one: Series, other: Series, what: string): void {
  const pairs = paired(one, other);
  assert.ok(pairs.length >= 0.9 * Math.max(one.size, other.size), `${what}: only ${pairs.length} hours on both`);
  for (const { start, one: mw, other: same } of pairs)
    assert.equal(mw, same, `${what}: ${new Date(start).toISOString()}`);
}

const sameLoadChecks: readonly Check[] = GRIDS.map(({ region, tacAreas, oasisName }) => ({
  name: `the load of ${region} is the same on /v1/demand/history, SLD_ACTUAL and SingleZip`,
  async run(service: Service) {
    const window = { start: service.now - 9 * DAY_MS, end: service.now - 2 * DAY_MS };
    const history = await readHistory(service, region, window);
    for (const code of tacAreas) {
      const rows = (await readRun(service, 'ACTUAL', window, `&tac_area_name=${code}`)).get(code) ?? new Map();
      requireEqual(history, rows, code);
    }
    requireEqual(history, await readOasisRun(service, 'ACTUAL', oasisName, window), oasisName);
  },
}));

const togetherChecks: readonly Check[] = [
  {
    name: 'no two areas have the same load',
    async run(service) {
      const window = lastDays(service, 7);
      const loads: { name: string; load: Series }[] = [];
      for (const { name, actual } of AREAS) loads.push({ name, load: await actual(service, window) });
      for (const [i, { name, load }] of loads.entries()) {
        for (const other of loads.slice(i + 1)) {
          const pairs = paired(load, other.load);
          const same = pairs.filter((pair) => pair.one === pair.other).length;
          assert.ok(
            same <= 0.2 * pairs.length,
            `${same} of ${pairs.length} hours of ${name} are those of ${other.name}`,
          );
        }
      }
    },
  },
  {
    name: 'the four utilities are most of California, and no more',
    async run(service) {
      const window = lastDays(service, 7);
      const [whole, ...parts] = [
        await readOasisRun(service, 'ACTUAL', 'CA ISO-TAC', window),
        ...(await Promise.all(UTILITIES.map(({ oasisName }) => readOasisRun(service, 'ACTUAL', oasisName, window)))),
      ];
      const shares = [...whole!].flatMap(([start, mw]) => {
        const sum = parts.reduce((total, part) => total + (part.get(start) ?? Number.NaN), 0);
        return Number.isNaN(sum) ? [] : [sum / mw];
      });
      if (shares.length < 24) throw new NotYet('the service has no day of all four yet');
      const share = meanOf(shares);
      assert.ok(share > 0.85 && share < 1.05, `they are ${(100 * share).toFixed(1)} % of it`);
    },
  },
  {
    name: 'a fortnight ahead on /v1/demand/forecast is of the size of the load',
    async run(service) {
      for (const { region, meanMw } of GRIDS) {
        const { rows } = await readForecast(service, region, { horizon: '15d' });
        const mean = meanOf(rows.map(({ valueMw }) => valueMw));
        assert.ok(mean >= meanMw[0] && mean <= meanMw[1], `${region}: the mean is ${mean.toFixed(1)} MW`);
      }
    },
  },
];

export const CHECKS_IDENTITY: readonly Check[] = [
  ...lagChecks,
  ...magnitudeChecks,
  ...ownLoadChecks,
  ...nightChecks,
  ...sameLoadChecks,
  ...togetherChecks,
];
