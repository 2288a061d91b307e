import assert from 'node:assert/strict';
import { type Check, check, NotYet } from '../check.js';
import { GRIDS, PACIFIC, UTILITIES } from '../known/areas.data.js';
import { DAY_MS, HOUR_MS, iso, lastDays, type Window, wallClock } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readOasisRun, readRun, readRuns, readUtilityRun } from './reads.js';
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

type Runs = ReturnType<typeof readRuns>;

/** Days that are over are read once for all checks of a service: all grids come in one answer. */
const kept = new WeakMap<Service, Map<string, Runs>>();

function keptRuns(service: Service, run: string, window: Window): Runs {
  const known = kept.get(service) ?? new Map<string, Runs>();
  kept.set(service, known);
  const name = `${run} ${window.start}`;
  const runs = known.get(name) ?? readRuns(service, run, window);
  known.set(name, runs);
  return runs;
}

const reader = (run: string, code: string) => async (service: Service, window: Window) =>
  (await keptRuns(service, run, window)).get(code) ?? new Map();

const AREAS: readonly Area[] = [
  ...GRIDS.map(({ region, tacAreas: [code], ...grid }) => ({
    ...{ ...grid, name: region },
    ...{ actual: reader('ACTUAL', code), dayAhead: reader('DAM', code) },
  })),
  ...UTILITIES.map(
    ({ code, meanMw, oasisName }): Area => ({
      name: code,
      timezone: PACIFIC,
      meanMw,
      actual: (service, window) => readOasisRun(service, 'ACTUAL', window, { area: oasisName }),
      dayAhead: (service, window) => readUtilityRun(service, 'DAM', window, { area: code }),
    }),
  ),
];

/** Whole Pacific days up to yesterday. */
const pastDays = ({ now }: Service, days: number): Window => lastDays(PACIFIC, now, days);

// A freeze puts a forecast so far off that an hour more says nothing: MISO in February 2021, 7,702 MW off and 7,700.
const lagChecks: readonly Check[] = AREAS.map(({ name, actual, dayAhead }) =>
  check(`the DAM forecast of ${name} fits its load best at lag 0 over ${DAYS} days, or nearly so`, async (service) => {
    const window = pastDays(service, DAYS);
    const [forecast, load] = [await dayAhead(service, window), await actual(service, window)];
    if (paired(forecast, load).length < 14 * 24) throw new NotYet('the service has no two weeks of forecasts yet');
    const maeAt = (lagHours: number) => scoresOf(later(forecast, lagHours * HOUR_MS), load).maeMw;
    const best = [-3, -2, -1, 0, 1, 2, 3].reduce((a, b) => (maeAt(b) < maeAt(a) ? b : a));
    const told = `it fits best ${best} h later: ${maeAt(best).toFixed(1)} MW off, not ${maeAt(0).toFixed(1)}`;
    assert.ok(maeAt(0) < 1.01 * maeAt(best), told);
  }),
);

const magnitudeChecks: readonly Check[] = AREAS.map(({ name, meanMw: [least, most], actual, dayAhead }) =>
  check(`a week of ${name} lies between ${least} and ${most} MW, measured and forecast`, async (service) => {
    for (const read of [actual, dayAhead]) {
      const values = [...(await read(service, pastDays(service, 7))).values()];
      if (values.length < 24) throw new NotYet('the service has no day of it yet');
      const mean = meanOf(values);
      assert.ok(mean >= least && mean <= most, `the mean is ${mean.toFixed(1)} MW`);
    }
  }),
);

// The forecasts of a hard month may be as near to a neighbor of the same size: PG&E's of April 2023 to Edison's load.
const ownLoadChecks: readonly Check[] = AREAS.map(({ name, dayAhead }) =>
  check(`the DAM forecast of ${name} is nearer to its own load than to any other's, or nearly so`, async (service) => {
    const window = pastDays(service, DAYS);
    const forecast = await dayAhead(service, window);
    const errors: { area: string; maeMw: number }[] = [];
    for (const area of AREAS) {
      const scores = scoresOf(forecast, await area.actual(service, window));
      if (scores.hours < 7 * 24) throw new NotYet(`${area.name} has no week of load yet`);
      errors.push({ area: area.name, maeMw: scores.maeMw });
    }
    const nearest = errors.reduce((a, b) => (b.maeMw < a.maeMw ? b : a));
    const own = errors.find(({ area }) => area === name)!;
    const told = `${own.maeMw.toFixed(1)} MW off its own load, ${nearest.maeMw.toFixed(1)} off that of ${nearest.area}`;
    assert.ok(own.maeMw < 1.25 * nearest.maeMw, told);
  }),
);

const FALL_HOURS = 4;
/** Starts of a fall that are compared: an afternoon, and the night after it. Rooftop solar has no part in them. */
const FALL_STARTS = Array.from({ length: 12 }, (_, i) => 15 + i);

/** The hour, 25 for 01:00, from which load falls most: everywhere people go to bed, and electric heat changes other hours. */
function eveningFall(byHour: readonly number[]): number {
  const fallMw = (hour: number) => byHour[hour % 24]! - byHour[(hour + FALL_HOURS) % 24]!;
  return FALL_STARTS.reduce((steepest, hour) => (fallMw(hour) > fallMw(steepest) ? hour : steepest));
}

const eveningChecks: readonly Check[] = AREAS.map(({ name, timezone, actual }) =>
  check(
    `the load of ${name} falls most from an hour between 17 and 23 on its own clock to four hours later`,
    async (service) => {
      const load = await actual(service, pastDays(service, DAYS));
      const byHour = Array.from({ length: 24 }, (): number[] => []);
      for (const [start, mw] of load) byHour[wallClock(timezone, start).hour]!.push(mw);
      if (byHour.some((values) => values.length < 7)) throw new NotYet('the service has no week of load yet');
      const hour = eveningFall(byHour.map(meanOf));
      assert.ok(hour >= 17 && hour <= 23, `it falls most from ${hour}:00 in ${timezone}`);
    },
  ),
);

function requireEqual(one: Series, other: Series, what: string): void {
  const pairs = paired(one, other);
  assert.ok(pairs.length >= 0.9 * Math.max(one.size, other.size), `${what}: only ${pairs.length} hours on both`);
  for (const { start, one: mw, other: same } of pairs) assert.equal(mw, same, `${what}: ${iso(start)}`);
}

const sameLoadChecks: readonly Check[] = GRIDS.map(({ region, tacAreas, oasisName }) =>
  check(`the load of ${region} is the same on /v1/demand/history, SLD_ACTUAL and SingleZip`, async (service) => {
    const window = { start: service.now - 9 * DAY_MS, end: service.now - 2 * DAY_MS };
    const history = await readHistory(service, region, window);
    for (const code of tacAreas) {
      requireEqual(history, await readRun(service, 'ACTUAL', window, { area: code }), code);
    }
    requireEqual(history, await readOasisRun(service, 'ACTUAL', window, { area: oasisName }), oasisName);
  }),
);

const togetherChecks: readonly Check[] = [
  check('no two areas have the same load', async (service) => {
    const window = pastDays(service, 7);
    const loads: { name: string; load: Series }[] = [];
    for (const { name, actual } of AREAS) loads.push({ name, load: await actual(service, window) });
    for (const [i, { name, load }] of loads.entries()) {
      for (const other of loads.slice(i + 1)) {
        const pairs = paired(load, other.load);
        const same = pairs.filter((pair) => pair.one === pair.other).length;
        assert.ok(same <= 0.2 * pairs.length, `${same} of ${pairs.length} hours of ${name} are those of ${other.name}`);
      }
    }
  }),
  check('the four utilities are most of California, and no more', async (service) => {
    const window = pastDays(service, 7);
    const areas = ['CA ISO-TAC', ...UTILITIES.map(({ oasisName }) => oasisName)];
    const [whole, ...parts] = await Promise.all(areas.map((area) => readOasisRun(service, 'ACTUAL', window, { area })));
    const shares = [...whole!].flatMap(([start, mw]) => {
      const sum = parts.reduce((total, part) => total + (part.get(start) ?? Number.NaN), 0);
      return Number.isNaN(sum) ? [] : [sum / mw];
    });
    if (shares.length < 24) throw new NotYet('the service has no day of all four yet');
    const share = meanOf(shares);
    assert.ok(share > 0.85 && share < 1.05, `they are ${(100 * share).toFixed(1)} % of it`);
  }),
  check('a fortnight ahead on /v1/demand/forecast is of the size of the load', async (service) => {
    for (const { region, meanMw } of GRIDS) {
      const { rows } = await readForecast(service, region, { horizon: '15d' });
      const mean = meanOf(rows.map(({ valueMw }) => valueMw));
      assert.ok(mean >= meanMw[0] && mean <= meanMw[1], `${region}: the mean is ${mean.toFixed(1)} MW`);
    }
  }),
];

export const CHECKS_IDENTITY: readonly Check[] = [
  ...lagChecks,
  ...magnitudeChecks,
  ...ownLoadChecks,
  ...eveningChecks,
  ...sameLoadChecks,
  ...togetherChecks,
];
