import assert from 'node:assert/strict';
import { type Check, NotYet } from '../check.js';
import { askFailure } from '../failures.js';
import { GATE_HOUR, GRIDS, PACIFIC, RUN_NAMES } from '../known/areas.data.js';
import { addDays, DAY_MS, dayWindow, HOUR_MS, instantOf, wallClock } from '../known/market-time.js';
import { range } from '../load-reports.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readJson, readLatest, readOasisRun, readRun, readUtility } from './reads.js';
import { paired, type Series } from './series.js';

/** An instant within an hour, two days back: every surface must answer as it would have then. */
const then = (service: Service) => service.now - 2 * DAY_MS - 25 * 60_000;
const iso = (instant: number) => new Date(instant).toISOString();
const ceilToHour = (instant: number) => Math.ceil(instant / HOUR_MS) * HOUR_MS;

const REGIONS = GRIDS.map(({ region }) => region);

const pastChecks: readonly Check[] = REGIONS.flatMap((region) => [
  {
    name: `/v1/demand/forecast as_of of ${region} was issued before it, and begins after it`,
    async run(service: Service) {
      const asOf = then(service);
      const { rows, issuedAt } = await readForecast(service, region, { asOf });
      assert.ok(issuedAt <= asOf, `issued at ${iso(issuedAt)}, after ${iso(asOf)}`);
      assert.equal(rows[0]!.start, ceilToHour(asOf));
    },
  },
  {
    name: `/v1/demand/history as_of of ${region} has no hour that was not over`,
    async run(service: Service) {
      const asOf = then(service);
      const history = await readHistory(service, region, { start: asOf - DAY_MS, end: asOf + DAY_MS }, asOf);
      requireOver(history, asOf);
    },
  },
  {
    name: `/v1/demand/latest as_of of ${region} is what was new then`,
    async run(service: Service) {
      const asOf = then(service);
      const { actual, forecast } = await readLatest(service, region, asOf);
      assert.ok(Date.parse(actual.timestamp) + HOUR_MS <= asOf, `the actual is of ${actual.timestamp}`);
      assert.ok(Date.parse(forecast.issued_at) <= asOf, `the forecast was issued at ${forecast.issued_at}`);
      assert.equal(Date.parse(forecast.timestamp), ceilToHour(asOf));
    },
  },
]);

interface DatedAccuracy {
  readonly data: {
    readonly metrics: { readonly mape_pct: number; readonly sample_hours: number };
    readonly window: { readonly last_day: string };
    readonly model: { readonly last_run: string; readonly forecast_count: number };
  };
}

interface AccuracyRow {
  readonly mape: number;
  readonly n_hours: number;
}

/** Load that had been measured. */
function requireOver(load: Series, asOf: number): void {
  const last = Math.max(...load.keys());
  assert.ok(last + HOUR_MS <= asOf, `it has ${iso(last)}, and it was ${iso(asOf)}`);
}

/** Surfaces B and C and SingleZip, as they would have answered then. */
const reportChecks: readonly Check[] = [
  {
    name: '/oasis SLD_ACTUAL as_of has no hour that was not over',
    async run(service) {
      const asOf = then(service);
      const window = { start: asOf - DAY_MS, end: asOf + DAY_MS };
      const areas = await readRun(service, 'ACTUAL', window, `&as_of=${iso(asOf)}`);
      for (const load of areas.values()) requireOver(load, asOf);
    },
  },
  {
    name: '/oasisapi/SingleZip ACTUAL as_of has no hour that was not over',
    async run(service) {
      const asOf = then(service);
      const window = { start: asOf - DAY_MS, end: asOf + DAY_MS };
      requireOver(await readOasisRun(service, 'ACTUAL', 'PGE-TAC', window, `&as_of=${iso(asOf)}`), asOf);
    },
  },
  {
    name: '/oasis SLD_FCST_ACCURACY as_of is what /v1/demand/accuracy says as_of then',
    async run(service) {
      const asOf = iso(then(service));
      const path = `/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=PJM&resultformat=7&as_of=${asOf}`;
      const row = await readJson<AccuracyRow>(service, path);
      const { data } = await readJson<DatedAccuracy>(service, `/v1/demand/accuracy?region=PJM&as_of=${asOf}`);
      assert.deepEqual([row.mape, row.n_hours], [data.metrics.mape_pct, data.metrics.sample_hours]);
      const now = await readJson<AccuracyRow>(service, path.replace(/&as_of=.*/, ''));
      assert.notDeepEqual(row, now);
    },
  },
  {
    name: '/forecast/v1/demand DAM as_of before the gate of a day has no row of it',
    async run(service) {
      const day = addDays(service.today, -1);
      const window = dayWindow(PACIFIC, day);
      await readUtility(service, 'PGE', 'DAM', window);
      const asOf = instantOf(PACIFIC, addDays(day, -1), GATE_HOUR) - HOUR_MS;
      const path = `/forecast/v1/demand?tac_area=PGE&${range(window)}&as_of=${iso(asOf)}`;
      await askFailure(service, path, { code: 'no_data', format: 'xml' });
    },
  },
  {
    name: '/forecast/v1/demand RTM as_of says of later hours what was expected then',
    async run(service) {
      const asOf = then(service);
      // Forecasts are issued once a day at the least: these hours have a newer one, at whatever hour of the day this is asked.
      const window = { start: ceilToHour(asOf) + 24 * HOUR_MS, end: ceilToHour(asOf) + 36 * HOUR_MS };
      const [past, now] = [
        await readUtility(service, 'PGE', 'RTM', window, `&as_of=${iso(asOf)}`),
        await readUtility(service, 'PGE', 'RTM', window),
      ];
      const same = paired(past.values, now.values).filter(({ one, other }) => one === other);
      assert.ok(same.length < 3, `${same.length} hours of 12 are what was said a day later`);
    },
  },
  {
    name: '/forecast/v1/historical as_of before the gate of a day has no score of it',
    async run(service) {
      const day = addDays(service.today, -2);
      const path = `/forecast/v1/historical?tac_area=PGE&date=${day}`;
      await readJson(service, path);
      const asOf = instantOf(PACIFIC, addDays(day, -1), GATE_HOUR) - HOUR_MS;
      await askFailure(service, `${path}&as_of=${iso(asOf)}`, { code: 'no_data', format: 'json' });
    },
  },
];

const otherChecks: readonly Check[] = [
  {
    name: '/v1/demand/accuracy as_of ends with the day before, and counts the runs of then',
    async run(service) {
      const path = '/v1/demand/accuracy?region=PJM&window=7d';
      const asOf = then(service);
      const { data } = await readJson<DatedAccuracy>(service, `${path}&as_of=${iso(asOf)}`);
      assert.equal(data.window.last_day, addDays(wallClock('America/New_York', asOf).day, -1));
      assert.ok(Date.parse(data.model.last_run) <= asOf, `the last run is of ${data.model.last_run}`);
      const now = await readJson<DatedAccuracy>(service, path);
      assert.ok(data.model.forecast_count < now.data.model.forecast_count, 'no run was made in two days');
    },
  },
  ...RUN_NAMES.map(
    (run, i): Check => ({
      name: `/oasis SLD_FCST as_of before the ${run} gate of a day has no row of it`,
      async run(service) {
        const lead = [1, 2, 7, 15][i]!;
        const day = addDays(service.today, -1);
        const gate = instantOf(PACIFIC, addDays(day, -lead), GATE_HOUR);
        const window = dayWindow(PACIFIC, day);
        if ((await readRun(service, run, window, '&tac_area_name=CISO')).size === 0) throw new NotYet(`no ${run} yet`);
        const path = `/oasis?queryname=SLD_FCST&market_run_id=${run}&tac_area_name=CISO&${range(window)}`;
        const asOf = iso(gate - HOUR_MS);
        await askFailure(service, `${path}&as_of=${asOf}`, { code: 'no_data', format: 'xml' });
        const after = await readRun(service, run, window, `&tac_area_name=CISO&as_of=${iso(gate + HOUR_MS)}`);
        assert.ok((after.get('CISO')?.size ?? 0) >= 23, 'an hour after the gate it is not there');
      },
    }),
  ),
  ...reportChecks,
  ...['forecast', 'history', 'latest', 'accuracy'].map(
    (name): Check => ({
      name: `/v1/demand/${name} as_of the future is invalid_parameter naming as_of`,
      async run(service) {
        const path = `/v1/demand/${name}?region=PJM&as_of=${iso(service.now + 30 * DAY_MS)}`;
        await askFailure(service, path, { code: 'invalid_parameter', names: 'as_of', format: 'json' });
      },
    }),
  ),
];

export const CHECKS_AS_OF: readonly Check[] = [...pastChecks, ...otherChecks];
