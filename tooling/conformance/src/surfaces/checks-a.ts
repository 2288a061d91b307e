import assert from 'node:assert/strict';
import {
  accuracyAnswer,
  forecastAnswer,
  healthAnswer,
  historyAnswer,
  latestAnswer,
  regionsAnswer,
} from '@loadcast/surface-a';
import * as z from 'zod';
import { type Check, check, steadyCheck } from '../check.js';
import { askJson } from '../documents.js';
import { GRIDS, HORIZON_HOURS, HORIZONS, RESOLUTIONS } from '../known/areas.data.js';
import { DAY_MS, HOUR_MS, iso } from '../known/market-time.js';
import { meanOf } from '../truth/series.js';

const ERROR_METRICS = { mape_pct: true, mae_mw: true, rmse_mw: true, bias_mw: true, sample_hours: true } as const;

/** Operators and territories in the order of surface A's table. */
const NAMES = [
  ['California Independent System Operator', 'California'],
  ['Electric Reliability Council of Texas', 'Texas'],
  ['PJM Interconnection', 'Mid-Atlantic / Midwest'],
  ['Midcontinent Independent System Operator', 'Central US'],
  ['New York Independent System Operator', 'New York'],
  ['ISO New England', 'New England'],
  ['Southwest Power Pool', 'Central US'],
];

/** The answer to a call without `window`, `run` or `baseline`, over days that have scores. */
const { data: accuracyData } = accuracyAnswer.shape;
const accuracySchema = accuracyAnswer.extend({
  data: accuracyData.pick({ region: true, model: true }).extend({
    metrics: accuracyData.shape.metrics
      .pick(ERROR_METRICS)
      .refine((metrics) => isWhole(metrics) && metrics.sample_hours > 0, 'no metric is null'),
  }),
});
const healthSchema = healthAnswer.refine(
  ({ model, active_grids, last_forecast_run }) => isWhole({ ...model, last_forecast_run }) && active_grids === 7,
  'seven grids, a model and a run',
);

const statusSchema = z.object({ data: z.object({ state: z.string() }) });

function isWhole(fields: Readonly<Record<string, unknown>>): boolean {
  return !Object.values(fields).includes(null);
}

const forecastChecks: readonly Check[] = RESOLUTIONS.flatMap((resolution) =>
  HORIZONS.map((horizon) =>
    check(`/v1/demand/forecast horizon=${horizon} resolution=${resolution}`, async (service) => {
      const path = `/v1/demand/forecast?region=PJM&horizon=${horizon}&resolution=${resolution}`;
      const { data, meta } = await askJson(service, path, forecastAnswer);
      const stepMs = resolution === '1h' ? HOUR_MS : HOUR_MS / 4;
      assert.equal(data.length, (HORIZON_HOURS[horizon] * HOUR_MS) / stepMs);
      assert.deepEqual(
        [meta.count, meta.region, meta.horizon, meta.resolution],
        [data.length, 'PJM', horizon, resolution],
      );
      data.forEach(({ timestamp, value_mw, p10, p90 }, i) => {
        assert.equal(Date.parse(timestamp), Date.parse(data[0]!.timestamp) + i * stepMs);
        assert.equal(p10 === undefined, p90 === undefined);
        if (p10 !== undefined && p90 !== undefined) assert.ok(p10 <= value_mw && value_mw <= p90, timestamp);
      });
    }),
  ),
);

const SPELLINGS: readonly (readonly [written: string, region: string])[] = [
  ...GRIDS.flatMap(({ region, tacAreas: [alias] }) =>
    [...new Set([region, alias])].map((each) => [each, region] as const),
  ),
  ['the service', 'CAISO'],
];

const regionChecks: readonly Check[] = SPELLINGS.map(([written, region]) =>
  steadyCheck(`/v1/demand/forecast and /history region=${written} is ${region}`, async (service) => {
    for (const [path, schema] of [['forecast', forecastAnswer] as const, ['history', historyAnswer] as const]) {
      const read = (code: string) => askJson(service, `/v1/demand/${path}?region=${encodeURIComponent(code)}`, schema);
      const { data, meta } = await read(written);
      assert.equal(meta.region, region);
      assert.deepEqual(data, (await read(region)).data);
    }
  }),
);

const quarterChecks: readonly Check[] = GRIDS.map(({ region }) =>
  steadyCheck(
    `/v1/demand/forecast of ${region}: quarters average to their hour, and follow the load within it`,
    async (service) => {
      const path = `/v1/demand/forecast?region=${region}`;
      const hours = await askJson(service, path, forecastAnswer);
      const quarters = await askJson(service, `${path}&resolution=15min`, forecastAnswer);
      assert.equal(quarters.data[0]!.timestamp, hours.data[0]!.timestamp);
      let flat = 0;
      hours.data.forEach(({ value_mw }, i) => {
        const values = quarters.data.slice(4 * i, 4 * i + 4).map((quarter) => quarter.value_mw);
        assert.ok(Math.abs(meanOf(values) - value_mw) < 0.0051, `hour ${i}: ${meanOf(values)} is not ${value_mw}`);
        if (new Set(values).size === 1) flat++;
      });
      assert.ok(flat < 4, `${flat} hours of 24 have four equal quarters`);
    },
  ),
);

const otherChecks: readonly Check[] = [
  check('/v1/demand/forecast is 1d hourly by default', async (service) => {
    const { meta, data } = await askJson(service, '/v1/demand/forecast?region=CAISO', forecastAnswer);
    assert.deepEqual([meta.horizon, meta.resolution, data.length], ['1d', '1h', 24]);
  }),
  check('/v1/demand/history is the last 24 hours by default', async (service) => {
    const { data, meta } = await askJson(service, '/v1/demand/history?region=PJM', historyAnswer);
    assert.equal(Date.parse(meta.end) - Date.parse(meta.start), DAY_MS);
    assert.equal(data.length, meta.count);
  }),
  check('/v1/demand/history is [start, end), rows in order and never null', async (service) => {
    const start = iso(service.now - 2 * DAY_MS);
    const end = iso(service.now - DAY_MS);
    const { data, meta } = await askJson(
      service,
      `/v1/demand/history?region=PJM&start=${start}&end=${end}`,
      historyAnswer,
    );
    assert.equal(data.length + meta.missing, 24);
    const times = data.map(({ timestamp }) => timestamp);
    assert.deepEqual(times, [...times].sort());
    assert.ok(times.every((time) => Date.parse(time) >= Date.parse(start) && Date.parse(time) < Date.parse(end)));
  }),
  check('/v1/demand/latest has an actual and a forecast', async (service) => {
    const { data } = await askJson(service, '/v1/demand/latest?region=SWPP', latestAnswer);
    assert.equal(data.region, 'SPP');
  }),
  check('/v1/demand/accuracy has the documented keys', async (service) => {
    assert.equal((await askJson(service, '/v1/demand/accuracy?region=PJM', accuracySchema)).data.region, 'PJM');
  }),
  check(
    '/v1/regions lists the seven with their names, clocks and aliases, in the order of the contract',
    async (service) => {
      const { data, meta } = await askJson(service, '/v1/regions', regionsAnswer);
      const rows = data.map((row) => [
        ...[row.region, row.iso_name, row.area, row.timezone, row.available_horizons, row.available_resolutions],
        // The document's own "the service" may be listed or not.
        row.aliases.filter((alias) => alias !== 'the service'),
      ]);
      const expected = GRIDS.map(({ region, timezone, tacAreas: [alias] }, i) => [
        ...[region, ...NAMES[i]!, timezone, HORIZONS, RESOLUTIONS],
        [alias].filter((code) => code !== region),
      ]);
      assert.deepEqual(rows, expected);
      assert.equal(meta.count, 7);
    },
  ),
  check('/v1/health', async (service) => void (await askJson(service, '/v1/health', healthSchema))),
  steadyCheck('/v1/health is ok just when nothing degrades the service, and /v1/status agrees', async (service) => {
    const { status, last_forecast_run: last } = await askJson(service, '/v1/health', healthSchema);
    const { headers } = await service.ask('/v1/health');
    const { data } = await askJson(service, '/v1/status', statusSchema);
    assert.equal(status === 'degraded', headers['x-degraded-because'] !== undefined);
    const isStale = service.now - Date.parse(last!) > 27 * HOUR_MS;
    if (data.state !== 'ok' || isStale) assert.equal(status, 'degraded', `the service is ${data.state}`);
  }),
];

export const CHECKS_A: readonly Check[] = [...forecastChecks, ...quarterChecks, ...regionChecks, ...otherChecks];
