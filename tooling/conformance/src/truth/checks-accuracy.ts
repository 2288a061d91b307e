import assert from 'node:assert/strict';
import { accuracyAnswer } from '@loadcast/surface-a';
import { historicalAnswer } from '@loadcast/surface-c';
import type * as z from 'zod';
import { type Check, check, NotYet, steadyCheck } from '../check.js';
import { askData, askJson, readCsv } from '../documents.js';
import { GATE_HOUR, GRIDS, marketZoneOf, PACIFIC, RUN_NAMES, TAC_AREAS, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, dayWindow, HOUR_MS, instantOf, lastDays, type Window } from '../known/market-time.js';
import { ACCURACY_COLUMNS } from '../load-reports.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readOasisRun, readRun, readUtilityRun } from './reads.js';
import { meanOf, type Scores, type Series, scoresOf, within } from './series.js';

/** Served numbers have two decimals, and so do numbers computed from them. */
const TOLERANCE = 0.021;

function requireNear(what: string, said: number | null | undefined, expected: number): void {
  const isNear = typeof said === 'number' && Math.abs(said - expected) <= TOLERANCE;
  assert.ok(isNear, `${what} is said to be ${said}; the served rows give ${expected}`);
}

type Accuracy = z.output<typeof accuracyAnswer>['data'];

const accuracyOf = async (service: Service, query: string): Promise<Accuracy> =>
  (await askJson(service, `/v1/demand/accuracy?${query}`, accuracyAnswer)).data;

function baselineOf({ baseline }: Accuracy): NonNullable<Accuracy['baseline']> {
  assert.ok(baseline, 'no baseline in the answer');
  return baseline;
}

/** Fails unless the served rows give these hours, MAPE, MAE, RMSE and bias. */
function requireScores(said: readonly (number | null | undefined)[], expected: Scores): void {
  assert.equal(said[0], expected.hours, `${said[0]} hours are scored, and ${expected.hours} served`);
  if (expected.hours === 0) throw new NotYet('the service has no scored hours yet');
  for (const [i, [metric, value]] of Object.entries(expected).entries()) requireNear(metric, said[i], value);
}

const saidBy = ({ sample_hours, mape_pct, mae_mw, rmse_mw, bias_mw }: Omit<Accuracy['metrics'], 'coverage_pct'>) => [
  ...[sample_hours, mape_pct, mae_mw, rmse_mw, bias_mw],
];

const gridRows = async (service: Service, area: string, run: string, window: Window): Promise<[Series, Series]> => [
  await readRun(service, run, window, { area }),
  await readRun(service, 'ACTUAL', window, { area }),
];

const reportChecks: readonly Check[] = RUN_NAMES.map((run) =>
  steadyCheck(`/oasis SLD_FCST_ACCURACY of ${run} is what its served rows score over 30 days`, async (service) => {
    const path = `/oasis?queryname=SLD_FCST_ACCURACY&market_run_id=${run}&resultformat=6`;
    const rows = readCsv((await askData(service, path, 'text/csv')).text, ACCURACY_COLUMNS);
    for (const code of TAC_AREAS) {
      const row = rows.find((each) => each['TAC_AREA_NAME'] === code);
      if (!row) throw new NotYet(`${code} has no scored hours yet`);
      const window = lastDays(marketZoneOf(code), service.now, 30);
      const said = ['N_HOURS', 'MAPE', 'MAE_MW', 'RMSE_MW', 'BIAS_MW'].map((name) => Number(row[name]));
      requireScores(said, scoresOf(...(await gridRows(service, code, run, window))));
    }
  }),
);

const EAST = marketZoneOf('PJM');

const scoreChecks: readonly Check[] = [
  ...GRIDS.map(({ region, tacAreas: [code] }) => ({
    name: `/v1/demand/accuracy of ${region} is what the served DAM rows score over 30 days`,
    ...{ region, code, run: 'DAM', days: 30, query: '' },
  })),
  ...RUN_NAMES.map((run) => ({
    name: `/v1/demand/accuracy window=7d run=${run} is of those days and that run`,
    ...{ region: 'PJM', code: 'PJM', run, days: 7, query: `&window=7d&run=${run}` },
  })),
].map(({ name, region, code, run, days, query }) =>
  steadyCheck(name, async (service) => {
    const window = lastDays(marketZoneOf(code), service.now, days);
    const data = await accuracyOf(service, `region=${region}${query}`);
    const told = [run, { days, first_day: window.first, last_day: window.last }];
    if (query) assert.deepEqual([data.run, data.window], told);
    requireScores(saidBy(data.metrics), scoresOf(...(await gridRows(service, code, run, window))));
  }),
);

const INTERVAL_DAYS = 5;

const intervalCheck: Check = steadyCheck(
  '/v1/demand/accuracy coverage and width are those of the bounds served as_of each gate',
  async (service) => {
    const window = lastDays(EAST, service.now, INTERVAL_DAYS);
    const { metrics } = await accuracyOf(service, `region=PJM&window=${INTERVAL_DAYS}`);
    const actual = await readHistory(service, 'PJM', window);
    const widths: number[] = [];
    let inside = 0;
    for (let back = INTERVAL_DAYS; back >= 1; back--) {
      const day = dayWindow(EAST, addDays(window.last, 1 - back));
      const asOf = instantOf(EAST, addDays(window.last, -back), GATE_HOUR);
      const { rows } = await readForecast(service, 'PJM', { horizon: '2d', asOf });
      for (const { start, p10Mw, p90Mw } of rows) {
        const loadMw = actual.get(start);
        if (start < day.start || start >= day.end || loadMw === undefined) continue;
        assert.ok(p10Mw !== undefined && p90Mw !== undefined, 'a row has no bounds');
        widths.push(p90Mw - p10Mw);
        if (p10Mw <= loadMw && loadMw <= p90Mw) inside++;
      }
    }
    assert.equal(metrics.interval_hours, widths.length);
    requireNear('coverage_pct', metrics.coverage_pct, (100 * inside) / widths.length);
    requireNear('mean_width_mw', metrics.mean_width_mw, meanOf(widths));
  },
);

const WEEK_MS = 7 * DAY_MS;

/** The load of so many weeks before, of more where an hour is missing. */
function naiveWeekly(history: Series, window: Window): Series {
  const values = new Map<number, number>();
  for (let start = window.start; start < window.end; start += HOUR_MS) {
    const known = [1, 2, 3].map((weeks) => history.get(start - weeks * WEEK_MS)).find((mw) => mw !== undefined);
    if (known !== undefined) values.set(start, known);
  }
  return values;
}

const baselineChecks: readonly Check[] = [
  steadyCheck(
    '/v1/demand/accuracy baseline=naive_168h is the load of the week before, on the same hours',
    async (service) => {
      const window = lastDays(EAST, service.now, 7);
      const baseline = baselineOf(await accuracyOf(service, 'region=PJM&window=7d&baseline=naive_168h'));
      const history = await readHistory(service, 'PJM', { start: window.end - 4 * WEEK_MS, end: window.end });
      const [forecast, actual] = await gridRows(service, 'PJM', 'DAM', window);
      const naive = naiveWeekly(history, window);
      const both = new Map([...actual].filter(([start]) => forecast.has(start) && naive.has(start)));
      requireScores(saidBy(baseline.metrics), scoresOf(naive, both));
      requireScores(saidBy(baseline.model_metrics), scoresOf(forecast, both));
    },
  ),
  ...['operator', 'naive_24h', 'naive_168h'].map((name) =>
    check(
      `/v1/demand/accuracy baseline=${name}: the skill is that of its two errors, or null without an hour`,
      async (service) => {
        const { metrics, model_metrics, skill_pct } = baselineOf(
          await accuracyOf(service, `region=PJM&window=7d&baseline=${name}`),
        );
        assert.equal(metrics.sample_hours, model_metrics.sample_hours);
        if (metrics.sample_hours === 0) return assert.equal(skill_pct, null);
        requireNear('skill_pct', skill_pct, 100 * (1 - model_metrics.mae_mw! / metrics.mae_mw!));
      },
    ),
  ),
];

const utilityChecks: readonly Check[] = UTILITIES.map(({ code, oasisName }) =>
  steadyCheck(`/forecast/v1/historical of ${code} is what its served DAM rows score`, async (service) => {
    const day = addDays(service.today, -2);
    const window = dayWindow(PACIFIC, day);
    const path = `/forecast/v1/historical?tac_area=${code}&date=${day}`;
    const { metrics, n_hours } = await askJson(service, path, historicalAnswer);
    const forecast = await readUtilityRun(service, 'DAM', window, { area: code });
    const actual = await readOasisRun(service, 'ACTUAL', window, { area: oasisName });
    const expected = scoresOf(forecast, within(actual, window.start, window.end));
    requireScores([n_hours, metrics.mape, metrics.mae, metrics.rmse, expected.biasMw], expected);
  }),
);

export const CHECKS_ACCURACY: readonly Check[] = [
  ...reportChecks,
  ...scoreChecks,
  intervalCheck,
  ...baselineChecks,
  ...utilityChecks,
];
