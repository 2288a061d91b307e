import assert from 'node:assert/strict';
import {
  accuracyAnswer,
  forecastAnswer,
  healthAnswer,
  historyAnswer,
  latestAnswer,
  regionsAnswer,
} from '@loadcast/surface-a';
import type * as z from 'zod';
import type { Check } from '../check.js';
import { requireData } from '../documents.js';
import { askFailure } from '../failures.js';
import { GRIDS, HORIZON_HOURS, HORIZONS, RESOLUTIONS } from '../known/areas.data.js';
import { DAY_MS, HOUR_MS } from '../known/market-time.js';
import type { Service } from '../service.js';

const JSON_TYPE = 'application/json';
const REGIONS = GRIDS.map(({ region }) => region);
const ERROR_METRICS = { mape_pct: true, mae_mw: true, rmse_mw: true, bias_mw: true, sample_hours: true } as const;
const ALIASES = [
  ...GRIDS.flatMap(({ region, aliases }) => aliases.map((alias): [string, string] => [alias, region])),
  ['the service', 'CAISO'] as [string, string],
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

function isWhole(fields: Readonly<Record<string, unknown>>): boolean {
  return !Object.values(fields).includes(null);
}

async function get<S extends z.ZodType>({ ask }: Service, path: string, schema: S): Promise<z.output<S>> {
  const answer = await ask(path);
  requireData(answer, JSON_TYPE);
  return schema.parse(JSON.parse(answer.text));
}

const forecastChecks: readonly Check[] = RESOLUTIONS.flatMap((resolution) =>
  HORIZONS.map((horizon) => ({
    name: `/v1/demand/forecast horizon=${horizon} resolution=${resolution}`,
    async run(service) {
      const path = `/v1/demand/forecast?region=PJM&horizon=${horizon}&resolution=${resolution}`;
      const { data, meta } = await get(service, path, forecastAnswer);
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
    },
  })),
);

const regionChecks: readonly Check[] = [...REGIONS.map((region): [string, string] => [region, region]), ...ALIASES].map(
  ([written, canonical]) => ({
    name: `/v1/demand/forecast and /history region=${written} is ${canonical}`,
    async run(service) {
      const query = `region=${encodeURIComponent(written)}`;
      assert.equal((await get(service, `/v1/demand/forecast?${query}`, forecastAnswer)).meta.region, canonical);
      assert.equal((await get(service, `/v1/demand/history?${query}`, historyAnswer)).meta.region, canonical);
    },
  }),
);

const REFUSALS = [
  { path: '/v1/demand/forecast', code: 'missing_parameter', names: 'region' },
  { path: '/v1/demand/forecast?region=', code: 'invalid_parameter', names: 'region' },
  { path: '/v1/demand/forecast?region=PGE', code: 'invalid_parameter', names: 'region' },
  { path: '/v1/demand/forecast?region=PJM&region=PJM', code: 'invalid_parameter', names: 'region' },
  { path: '/v1/demand/forecast?region=PJM&horizon=3d', code: 'invalid_parameter', names: 'horizon' },
  { path: '/v1/demand/forecast?region=PJM&resolution=5min', code: 'invalid_parameter', names: 'resolution' },
  { path: '/v1/demand/history', code: 'missing_parameter', names: 'region' },
  { path: '/v1/demand/history?region=PJM&start=yesterday', code: 'invalid_parameter', names: 'start' },
  { path: '/v1/demand/history?region=PJM&start=2026-01-01T00:00:00', code: 'invalid_parameter', names: 'start' },
  {
    path: '/v1/demand/history?region=PJM&start=2026-01-01T00:00:00Z&end=2026-02-01T00:00:01Z',
    code: 'invalid_parameter',
    names: 'end',
  },
  {
    path: '/v1/demand/history?region=PJM&start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z',
    code: 'invalid_parameter',
    names: 'start',
  },
  { path: '/v1/demand/latest', code: 'missing_parameter', names: 'region' },
  { path: '/v1/demand/accuracy', code: 'missing_parameter', names: 'region' },
] as const;

const otherChecks: readonly Check[] = [
  {
    name: '/v1/demand/forecast is 1d hourly by default',
    async run(service) {
      const { meta, data } = await get(service, '/v1/demand/forecast?region=CAISO', forecastAnswer);
      assert.deepEqual([meta.horizon, meta.resolution, data.length], ['1d', '1h', 24]);
    },
  },
  {
    name: '/v1/demand/forecast: quarters average to their hour',
    async run(service) {
      const hours = await get(service, '/v1/demand/forecast?region=PJM', forecastAnswer);
      const quarters = await get(service, '/v1/demand/forecast?region=PJM&resolution=15min', forecastAnswer);
      if (hours.data[0]!.timestamp !== quarters.data[0]!.timestamp || hours.meta.issued_at !== quarters.meta.issued_at)
        return;
      hours.data.forEach(({ value_mw }, i) => {
        const sum = quarters.data.slice(4 * i, 4 * i + 4).reduce((total, quarter) => total + quarter.value_mw, 0);
        assert.ok(Math.abs(sum / 4 - value_mw) < 0.0051, `hour ${i}: ${sum / 4} is not ${value_mw}`);
      });
    },
  },
  {
    name: '/v1/demand/history is the last 24 hours by default',
    async run(service) {
      const { data, meta } = await get(service, '/v1/demand/history?region=PJM', historyAnswer);
      assert.equal(Date.parse(meta.end) - Date.parse(meta.start), DAY_MS);
      assert.equal(data.length, meta.count);
    },
  },
  {
    name: '/v1/demand/history is [start, end), rows in order and never null',
    async run(service) {
      const start = new Date(service.now - 2 * DAY_MS).toISOString();
      const end = new Date(service.now - DAY_MS).toISOString();
      const { data, meta } = await get(
        service,
        `/v1/demand/history?region=PJM&start=${start}&end=${end}`,
        historyAnswer,
      );
      assert.equal(data.length + meta.missing, 24);
      const times = data.map(({ timestamp }) => timestamp);
      assert.deepEqual(times, [...times].sort());
      assert.ok(times.every((time) => Date.parse(time) >= Date.parse(start) && Date.parse(time) < Date.parse(end)));
    },
  },
  {
    name: '/v1/demand/latest has an actual and a forecast',
    async run(service) {
      const { data } = await get(service, '/v1/demand/latest?region=SWPP', latestAnswer);
      assert.equal(data.region, 'SPP');
    },
  },
  {
    name: '/v1/demand/accuracy has the documented keys',
    async run(service) {
      assert.equal((await get(service, '/v1/demand/accuracy?region=PJM', accuracySchema)).data.region, 'PJM');
    },
  },
  {
    name: '/v1/regions lists the seven with their names, clocks and aliases, in the order of the contract',
    async run(service) {
      const { data, meta } = await get(service, '/v1/regions', regionsAnswer);
      const records = data.map((row) => [row.region, row.iso_name, row.area, row.timezone]);
      assert.deepEqual(
        records,
        GRIDS.map(({ region, isoName, territory, timezone }) => [region, isoName, territory, timezone]),
      );
      // The document's own "the service" may be listed or not.
      const aliases = data.map((row) => row.aliases.filter((alias) => alias !== 'the service'));
      assert.deepEqual(
        aliases,
        GRIDS.map((grid) => grid.aliases),
      );
      for (const { available_horizons: horizons, available_resolutions: resolutions } of data) {
        assert.deepEqual([horizons, resolutions], [HORIZONS, RESOLUTIONS]);
      }
      assert.equal(meta.count, 7);
    },
  },
  { name: '/v1/health', run: async (service) => void (await get(service, '/v1/health', healthSchema)) },
  ...REFUSALS.map(
    ({ path, code, names }): Check => ({
      name: `${path} is ${code} naming ${names}`,
      run: async (service) => void (await askFailure(service, path, { code, names, format: 'json' })),
    }),
  ),
];

export const CHECKS_A: readonly Check[] = [...forecastChecks, ...regionChecks, ...otherChecks];
