import assert from 'node:assert/strict';
import { accuracyAnswer } from '@loadcast/surface-a';
import { accuracyAnswer as reportAnswer } from '@loadcast/surface-b';
import * as z from 'zod';
import { type Check, check, NotYet } from '../check.js';
import { askData, askJson } from '../documents.js';
import { askFailure } from '../failures.js';
import { GATE_HOUR, GRIDS, MARKET_RUNS, PACIFIC } from '../known/areas.data.js';
import { addDays, ceilToHour, DAY_MS, dayWindow, HOUR_MS, instantOf, iso, wallClock } from '../known/market-time.js';
import { queryOf, range, yesterday } from '../load-reports.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readLatest, readOasisRun, readRun, readRuns, readUtilityRun } from './reads.js';
import { paired, type Series } from './series.js';

/** An instant within an hour, two days back: every surface must answer as it would have then. */
const then = (service: Service) => service.now - 2 * DAY_MS - 25 * 60_000;

const around = (asOf: number) => ({ start: asOf - DAY_MS, end: asOf + DAY_MS });

/** The gate of a run of a day, so many days before it, at the Pacific. */
const gateOf = (day: string, leadDays: number) => instantOf(PACIFIC, addDays(day, -leadDays), GATE_HOUR);

/** Load that had been measured. */
function requireOver(load: Series, asOf: number): void {
  const last = Math.max(...load.keys());
  assert.ok(last + HOUR_MS <= asOf, `it has ${iso(last)}, and it was ${iso(asOf)}`);
}

const pastChecks: readonly Check[] = GRIDS.flatMap(({ region }) => [
  check(`/v1/demand/forecast as_of of ${region} was issued before it, and begins after it`, async (service) => {
    const asOf = then(service);
    const { rows, issuedAt } = await readForecast(service, region, { asOf });
    assert.ok(issuedAt <= asOf, `issued at ${iso(issuedAt)}, after ${iso(asOf)}`);
    assert.equal(rows[0]!.start, ceilToHour(asOf));
  }),
  check(`/v1/demand/history as_of of ${region} has no hour that was not over`, async (service) => {
    const asOf = then(service);
    requireOver(await readHistory(service, region, around(asOf), asOf), asOf);
  }),
  check(`/v1/demand/latest as_of of ${region} is what was new then`, async (service) => {
    const asOf = then(service);
    const { actual, forecast } = await readLatest(service, region, asOf);
    assert.ok(Date.parse(actual.timestamp) + HOUR_MS <= asOf, `the actual is of ${actual.timestamp}`);
    assert.ok(Date.parse(forecast.issued_at) <= asOf, `the forecast was issued at ${forecast.issued_at}`);
    assert.equal(Date.parse(forecast.timestamp), ceilToHour(asOf));
  }),
]);

const revisionsAnswer = z.object({
  data: z.array(z.object({ time_utc: z.string(), old_mw: z.number(), new_mw: z.number(), known_at: z.string() })),
});

const revisionCheck: Check = check(
  '/v1/demand/revisions lists each value that changed, and history as_of before has the old one',
  async (service) => {
    const window = { start: service.now - 7 * DAY_MS, end: service.now - DAY_MS };
    const range = `start=${iso(window.start)}&end=${iso(window.end)}`;
    const { data } = await askJson(service, `/v1/demand/revisions?region=PJM&${range}`, revisionsAnswer);
    // Two hours ago every hour of the window had been published.
    const asOf = service.now - 3 * HOUR_MS;
    const past = await readHistory(service, 'PJM', window, asOf);
    const now = await readHistory(service, 'PJM', window);
    for (const { start, one, other } of paired(past, now)) {
      const known = data.filter((row) => Date.parse(row.time_utc) === start && Date.parse(row.known_at) > asOf);
      const [was = other, is = other] = [known[0]?.old_mw, known.at(-1)?.new_mw];
      assert.deepEqual([one, other], [was, is], iso(start));
    }
  },
);

/** Surfaces B and C and SingleZip, as they would have answered then. */
const reportChecks: readonly Check[] = [
  check('/oasis SLD_ACTUAL as_of has no hour that was not over', async (service) => {
    const asOf = then(service);
    const areas = await readRuns(service, 'ACTUAL', around(asOf), { more: `&as_of=${iso(asOf)}` });
    for (const load of areas.values()) requireOver(load, asOf);
  }),
  check('/oasisapi/SingleZip ACTUAL as_of has no hour that was not over', async (service) => {
    const asOf = then(service);
    const asked = { area: 'PGE-TAC', more: `&as_of=${iso(asOf)}` };
    requireOver(await readOasisRun(service, 'ACTUAL', around(asOf), asked), asOf);
  }),
  check('/oasis SLD_FCST_ACCURACY as_of is what /v1/demand/accuracy says as_of then', async (service) => {
    const asOf = `&as_of=${iso(then(service))}`;
    const path = '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=PJM&resultformat=7';
    const row = await askJson(service, path + asOf, reportAnswer.options[0]);
    const { metrics } = (await askJson(service, `/v1/demand/accuracy?region=PJM${asOf}`, accuracyAnswer)).data;
    assert.deepEqual([row.mape, row.n_hours], [metrics.mape_pct, metrics.sample_hours]);
    assert.notDeepEqual(row, await askJson(service, path, reportAnswer.options[0]));
  }),
  check('/forecast/v1/demand DAM as_of before the gate of a day has no row of it', async (service) => {
    const day = addDays(service.today, -1);
    const path = `/forecast/v1/demand?tac_area=PGE&${range(dayWindow(PACIFIC, day))}`;
    await askData(service, path, 'application/xml');
    const asOf = iso(gateOf(day, 1) - HOUR_MS);
    await askFailure(service, `${path}&as_of=${asOf}`, { code: 'no_data', format: 'xml' });
  }),
  check('/forecast/v1/demand RTM as_of says of later hours what was expected then', async (service) => {
    const asOf = then(service);
    // Forecasts are issued once a day at the least: these hours have a newer one, at whatever hour of the day this is asked.
    const window = { start: ceilToHour(asOf) + 24 * HOUR_MS, end: ceilToHour(asOf) + 36 * HOUR_MS };
    const past = await readUtilityRun(service, 'RTM', window, { area: 'PGE', more: `&as_of=${iso(asOf)}` });
    const now = await readUtilityRun(service, 'RTM', window, { area: 'PGE' });
    const same = paired(past, now).filter(({ one, other }) => one === other);
    assert.ok(same.length < 3, `${same.length} hours of 12 are what was said a day later`);
  }),
  check('/forecast/v1/historical as_of before the gate of a day has no score of it', async (service) => {
    const day = addDays(service.today, -2);
    const path = `/forecast/v1/historical?tac_area=PGE&date=${day}`;
    await askData(service, path, 'application/json');
    const asOf = iso(gateOf(day, 1) - HOUR_MS);
    await askFailure(service, `${path}&as_of=${asOf}`, { code: 'no_data', format: 'json' });
  }),
];

const otherChecks: readonly Check[] = [
  check('/v1/demand/accuracy as_of ends with the day before, and counts the runs of then', async (service) => {
    const path = '/v1/demand/accuracy?region=PJM&window=7d';
    const asOf = then(service);
    const past = (await askJson(service, `${path}&as_of=${iso(asOf)}`, accuracyAnswer)).data;
    assert.equal(past.window?.last_day, addDays(wallClock('America/New_York', asOf).day, -1));
    assert.ok(Date.parse(past.model.last_run) <= asOf, `the last run is of ${past.model.last_run}`);
    const now = (await askJson(service, path, accuracyAnswer)).data;
    assert.ok(past.model.forecast_count < now.model.forecast_count, 'no run was made in two days');
  }),
  ...MARKET_RUNS.map(({ run, leadDays }) =>
    check(`/oasis SLD_FCST as_of before the ${run} gate of a day has no row of it`, async (service) => {
      const window = yesterday(service);
      const gate = gateOf(addDays(service.today, -1), leadDays);
      if ((await readRun(service, run, window, { area: 'CISO' })).size === 0) throw new NotYet(`no ${run} yet`);
      const path = `/oasis?${queryOf(run)}&tac_area_name=CISO&${range(window)}`;
      await askFailure(service, `${path}&as_of=${iso(gate - HOUR_MS)}`, { code: 'no_data', format: 'xml' });
      const after = await readRun(service, run, window, { area: 'CISO', more: `&as_of=${iso(gate + HOUR_MS)}` });
      assert.ok(after.size >= 23, 'an hour after the gate it is not there');
    }),
  ),
  revisionCheck,
  ...reportChecks,
  ...['forecast', 'history', 'latest', 'accuracy'].map((name) =>
    check(`/v1/demand/${name} as_of the future is invalid_parameter naming as_of`, async (service) => {
      const path = `/v1/demand/${name}?region=PJM&as_of=${iso(service.now + 30 * DAY_MS)}`;
      await askFailure(service, path, { code: 'invalid_parameter', names: 'as_of', format: 'json' });
    }),
  ),
];

export const CHECKS_AS_OF: readonly Check[] = [...pastChecks, ...otherChecks];
