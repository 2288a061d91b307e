import assert from 'node:assert/strict';
import { type Check, NotYet } from '../check.js';
import { GRIDS, PACIFIC, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, HOUR_MS, instantOf } from '../known/market-time.js';
import type { Service } from '../service.js';
import {
  readForecast,
  readHistory,
  readJson,
  readLatest,
  readOasisRun,
  readRun,
  readUtility,
  steadily,
} from './reads.js';
import { meanOf, paired } from './series.js';

const ceilToHour = (instant: number) => Math.ceil(instant / HOUR_MS) * HOUR_MS;

const latestChecks: readonly Check[] = GRIDS.flatMap(({ region, tacAreas: [code] }) => [
  {
    name: `/v1/demand/latest of ${region}: the actual is the last of history and of SLD_ACTUAL`,
    run: (service: Service) =>
      steadily(async () => {
        const { actual } = await readLatest(service, region);
        const start = Date.parse(actual.timestamp);
        const window = { start: service.now - 3 * DAY_MS, end: service.now + HOUR_MS };
        const history = await readHistory(service, region, window);
        const report = (await readRun(service, 'ACTUAL', window, `&tac_area_name=${code}`)).get(code!) ?? new Map();
        for (const series of [history, report]) {
          assert.equal(Math.max(...series.keys()), start, `the last hour is not ${actual.timestamp}`);
          assert.equal(series.get(start), actual.value_mw);
        }
      }),
  },
  {
    name: `/v1/demand/latest of ${region}: the forecast is the first hour of /v1/demand/forecast, and the actual's hour is over`,
    run: (service: Service) =>
      steadily(async () => {
        const { actual, forecast } = await readLatest(service, region);
        const { rows, issuedAt } = await readForecast(service, region);
        assert.deepEqual(
          [Date.parse(forecast.timestamp), forecast.value_mw, Date.parse(forecast.issued_at)],
          [rows[0]!.start, rows[0]!.valueMw, issuedAt],
        );
        assert.ok(Date.parse(actual.timestamp) + HOUR_MS < Date.parse(forecast.timestamp));
      }),
  },
  {
    name: `/v1/demand/forecast of ${region} begins at the first full hour after now`,
    async run(service: Service) {
      const { rows, generatedAt, issuedAt } = await readForecast(service, region);
      assert.equal(rows[0]!.start, ceilToHour(generatedAt));
      assert.ok(issuedAt <= generatedAt, 'it was issued after it was served');
    },
  },
]);

const widthChecks: readonly Check[] = GRIDS.map(({ region }) => ({
  name: `/v1/demand/forecast of ${region}: p10 and p90 are apart, by less than half of the load, and more so later`,
  async run(service: Service) {
    const { rows } = await readForecast(service, region, { horizon: '15d' });
    const relative = rows.map(({ start, valueMw, p10Mw, p90Mw }) => {
      const when = new Date(start).toISOString();
      assert.ok(p10Mw !== undefined && p90Mw !== undefined, `${when} has no bounds`);
      assert.ok(p10Mw <= valueMw && valueMw <= p90Mw && p10Mw < p90Mw, `${when}: ${p10Mw} ${valueMw} ${p90Mw}`);
      return (p90Mw - p10Mw) / valueMw;
    });
    const mean = meanOf(relative);
    assert.ok(mean > 0.004 && mean < 0.5, `the mean width is ${(100 * mean).toFixed(2)} % of the load`);
    assert.ok(meanOf(relative.slice(-24)) > meanOf(relative.slice(0, 6)), 'the last day is as sure as the first hours');
  },
}));

const COVERAGE_DAYS = 30;
/** What a plausible 80 % interval holds of a month, in percent. */
const PLAUSIBLE_COVERAGE = [60, 96] as const;

function requireCoverage(pct: number): void {
  const [least, most] = PLAUSIBLE_COVERAGE;
  assert.ok(pct >= least && pct <= most, `${pct.toFixed(1)} % of the hours lie within the bounds`);
}

const coverageChecks: readonly Check[] = [
  ...GRIDS.map(
    ({ region }): Check => ({
      name: `/v1/demand/accuracy of ${region}: the bounds of ${COVERAGE_DAYS} days held about four hours of five`,
      async run(service) {
        const path = `/v1/demand/accuracy?region=${region}&window=${COVERAGE_DAYS}d`;
        const { data } = await readJson<{ data: { metrics: Record<string, number | null> } }>(service, path);
        if ((data.metrics['interval_hours'] ?? 0) < 7 * 24) throw new NotYet('no week of bounds is scored yet');
        requireCoverage(data.metrics['coverage_pct']!);
      },
    }),
  ),
  ...UTILITIES.map(
    ({ code, oasisName }): Check => ({
      name: `/forecast/v1/demand of ${code}: the bounds of ${COVERAGE_DAYS} days hold about four hours of five`,
      async run(service) {
        const start = instantOf(PACIFIC, addDays(service.today, -COVERAGE_DAYS));
        const window = { start, end: instantOf(PACIFIC, service.today) };
        const { lower, upper } = await readUtility(service, code, 'DAM', window);
        const actual = await readOasisRun(service, 'ACTUAL', oasisName, window);
        const bounds = paired(lower, upper).filter((row) => actual.has(row.start));
        if (bounds.length < 7 * 24) throw new NotYet('no week of bounds can be compared yet');
        const inside = bounds.filter((row) => row.one <= actual.get(row.start)! && actual.get(row.start)! <= row.other);
        requireCoverage((100 * inside.length) / bounds.length);
      },
    }),
  ),
];

export const CHECKS_NOW: readonly Check[] = [...latestChecks, ...widthChecks, ...coverageChecks];
