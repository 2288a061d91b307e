import assert from 'node:assert/strict';
import { accuracyAnswer } from '@loadcast/surface-a';
import { type Check, check, NotYet, steadyCheck } from '../check.js';
import { askJson } from '../documents.js';
import { GRIDS, HORIZONS, PACIFIC, UTILITIES } from '../known/areas.data.js';
import { ceilToHour, DAY_MS, HOUR_MS, iso, lastDays } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readLatest, readOasisRun, readRun, readUtility } from './reads.js';
import { meanOf } from './series.js';

const latestChecks: readonly Check[] = GRIDS.flatMap(({ region, tacAreas: [code] }) => [
  steadyCheck(
    `/v1/demand/latest of ${region}: the actual is the last of history and of SLD_ACTUAL`,
    async (service) => {
      const { actual } = await readLatest(service, region);
      const start = Date.parse(actual.timestamp);
      const window = { start: service.now - 3 * DAY_MS, end: service.now + HOUR_MS };
      const history = await readHistory(service, region, window);
      const report = await readRun(service, 'ACTUAL', window, { area: code });
      for (const series of [history, report]) {
        assert.equal(Math.max(...series.keys()), start, `the last hour is not ${actual.timestamp}`);
        assert.equal(series.get(start), actual.value_mw);
      }
    },
  ),
  steadyCheck(
    `/v1/demand/latest of ${region}: the forecast is the first hour of /v1/demand/forecast, and the actual's hour is over`,
    async (service) => {
      const { actual, forecast } = await readLatest(service, region);
      const { rows, issuedAt } = await readForecast(service, region);
      assert.deepEqual(
        [Date.parse(forecast.timestamp), forecast.value_mw, Date.parse(forecast.issued_at)],
        [rows[0]!.start, rows[0]!.valueMw, issuedAt],
      );
      assert.ok(Date.parse(actual.timestamp) + HOUR_MS < Date.parse(forecast.timestamp));
    },
  ),
  steadyCheck(`/v1/demand/forecast of ${region}: every horizon is the beginning of the longest`, async (service) => {
    const longest = await readForecast(service, region, { horizon: '15d' });
    for (const horizon of HORIZONS.slice(0, -1)) {
      const { rows } = await readForecast(service, region, { horizon });
      assert.deepEqual(rows, longest.rows.slice(0, rows.length), horizon);
    }
  }),
  check(`/v1/demand/forecast of ${region} begins at the first full hour after now`, async (service) => {
    const { rows, generatedAt, issuedAt } = await readForecast(service, region);
    assert.equal(rows[0]!.start, ceilToHour(generatedAt));
    assert.ok(issuedAt <= generatedAt, 'it was issued after it was served');
  }),
]);

/** Width of the bounds of a fortnight as a share of the load, hour by hour. */
async function readWidths(service: Service, region: string): Promise<number[]> {
  const { rows } = await readForecast(service, region, { horizon: '15d' });
  return rows.map(({ start, valueMw, p10Mw, p90Mw }) => {
    const when = iso(start);
    assert.ok(p10Mw !== undefined && p90Mw !== undefined, `${when} has no bounds`);
    assert.ok(p10Mw <= valueMw && valueMw <= p90Mw && p10Mw < p90Mw, `${when}: ${p10Mw} ${valueMw} ${p90Mw}`);
    return (p90Mw - p10Mw) / valueMw;
  });
}

const widthChecks: readonly Check[] = [
  ...GRIDS.map(({ region }) =>
    check(`/v1/demand/forecast of ${region}: p10 and p90 are apart, by less than half of the load`, async (service) => {
      const mean = meanOf(await readWidths(service, region));
      assert.ok(mean > 0.004 && mean < 0.5, `the mean width is ${(100 * mean).toFixed(2)} % of the load`);
    }),
  ),
  // Bounds learned from a few weeks have seen few errors of a fortnight, and may be narrower there in a region or two.
  check(
    '/v1/demand/forecast: p10 and p90 of the last day are further apart than of the first hours, in most regions',
    async (service) => {
      const widths = await Promise.all(GRIDS.map(({ region }) => readWidths(service, region)));
      const wider = widths.filter((width) => meanOf(width.slice(-24)) > meanOf(width.slice(0, 6)));
      assert.ok(wider.length > GRIDS.length / 2, `only in ${wider.length}`);
    },
  ),
];

const COVERAGE_DAYS = 30;
/** What a plausible 80 % interval holds of a month, in percent: hours of a day are wrong together, and a month may be as February 2021. */
const PLAUSIBLE_COVERAGE = [50, 97] as const;

function requireCoverage(pct: number): void {
  const [least, most] = PLAUSIBLE_COVERAGE;
  assert.ok(pct >= least && pct <= most, `${pct.toFixed(1)} % of the hours lie within the bounds`);
}

const coverageChecks: readonly Check[] = [
  ...GRIDS.map(({ region }) =>
    check(
      `/v1/demand/accuracy of ${region}: the bounds of ${COVERAGE_DAYS} days held about four hours of five`,
      async (service) => {
        const path = `/v1/demand/accuracy?region=${region}&window=${COVERAGE_DAYS}d`;
        const { interval_hours, coverage_pct } = (await askJson(service, path, accuracyAnswer)).data.metrics;
        if ((interval_hours ?? 0) < 7 * 24) throw new NotYet('no week of bounds is scored yet');
        requireCoverage(coverage_pct!);
      },
    ),
  ),
  ...UTILITIES.map(({ code, oasisName }) =>
    check(
      `/forecast/v1/demand of ${code}: the bounds of ${COVERAGE_DAYS} days hold about four hours of five`,
      async (service) => {
        const window = lastDays(PACIFIC, service.now, COVERAGE_DAYS);
        const actual = await readOasisRun(service, 'ACTUAL', window, { area: oasisName });
        const hours = (await readUtility(service, 'DAM', window, { area: code })).filter(
          ({ start, lowerMw, upperMw }) => lowerMw !== undefined && upperMw !== undefined && actual.has(start),
        );
        if (hours.length < 7 * 24) throw new NotYet('no week of bounds can be compared yet');
        const inside = hours.filter(
          ({ start, lowerMw, upperMw }) => lowerMw! <= actual.get(start)! && actual.get(start)! <= upperMw!,
        );
        requireCoverage((100 * inside.length) / hours.length);
      },
    ),
  ),
];

export const CHECKS_NOW: readonly Check[] = [...latestChecks, ...widthChecks, ...coverageChecks];
