import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { accuracyAnswer } from '@loadcast/surface-a';
import * as z from 'zod';
import { type Check, check, steadyCheck } from '../check.js';
import { askJson } from '../documents.js';
import { GRIDS, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, HOUR_MS, iso } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readHistory, readLatest } from './reads.js';

/** Rows of whatever columns. */
const table = z.object({
  data: z.array(z.record(z.string(), z.union([z.number(), z.string(), z.null()]))),
  meta: z.looseObject({ sha256: z.string().optional(), canonical_head: z.array(z.string()).optional() }),
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Two days that are over: their dates in a range. */
const pastDays = ({ today }: Service) => `start=${addDays(today, -4)}&end=${addDays(today, -3)}`;

const compareChecks: readonly Check[] = GRIDS.slice(0, 3).map(({ region }) =>
  check(`/v1/demand/compare of ${region} at the DAM gate is what /forecast and /history say`, async (service) => {
    const range = pastDays(service);
    const { data } = await askJson(service, `/v1/demand/compare?region=${region}&gate=dam&${range}`, table);
    const forecast = await askJson(service, `/v1/demand/forecast?region=${region}&gate=dam&${range}`, table);
    assert.deepEqual(
      data
        .filter(({ loadcast_mw }) => loadcast_mw !== undefined)
        .map(({ time_utc, loadcast_mw, p10, p90, issued_at }) => [time_utc, loadcast_mw, p10, p90, issued_at]),
      forecast.data.map(({ timestamp, value_mw, p10, p90, issued_at }) => [
        ...[String(timestamp).replace('+00:00', 'Z'), value_mw, p10, p90, issued_at],
      ]),
    );
    const [first, last] = [data[0]!, data.at(-1)!].map(({ time_utc }) => Date.parse(String(time_utc)));
    const load = await readHistory(service, region, { start: first!, end: last! + HOUR_MS });
    const actual = data.filter((row) => row['actual_mw'] !== undefined);
    assert.deepEqual(
      actual.map(({ time_utc, actual_mw }) => [Date.parse(String(time_utc)), actual_mw]),
      [...load],
    );
  }),
);

const otherChecks: readonly Check[] = [
  steadyCheck('/v1/demand/snapshot is what /latest says of each grid', async (service) => {
    const { data } = await askJson(service, '/v1/demand/snapshot', table);
    assert.equal(data.length, GRIDS.length + UTILITIES.length);
    for (const { region } of GRIDS) {
      const { actual, forecast } = await readLatest(service, region);
      const row = data.find((each) => each['region'] === region)!;
      assert.deepEqual(
        [row['actual_time_utc'], row['actual_mw'], row['issued_at']],
        [actual.timestamp, actual.value_mw, forecast.issued_at],
      );
    }
  }),
  check('/v1/demand/compare has no hour between past and future without a forecast', async (service) => {
    const range = `start=${iso(service.now - DAY_MS)}&end=${iso(service.now + DAY_MS)}`;
    const { data } = await askJson(service, `/v1/demand/compare?region=PJM&${range}`, table);
    assert.equal(data.length, 48);
    assert.deepEqual(
      data.filter((row) => row['loadcast_mw'] === undefined),
      [],
    );
    for (const { time_utc, issued_at } of data) {
      assert.ok(Date.parse(String(issued_at)) <= Date.parse(String(time_utc)), `${time_utc} by a run of ${issued_at}`);
    }
  }),
  check('/v1/demand/scores over 28 days is what /v1/demand/accuracy says of them', async (service) => {
    const { data } = await askJson(service, '/v1/demand/scores?region=PJM&window=28', table);
    const path = '/v1/demand/accuracy?region=PJM&window=28&baseline=naive_168h';
    const { metrics, baseline } = (await askJson(service, path, accuracyAnswer)).data;
    const [ours, week] = ['loadcast', 'naive_168h'].map((name) => data.find(({ forecast }) => forecast === name)!);
    assert.deepEqual(
      [ours!['n'], ours!['mape_pct'], ours!['mae_mw'], ours!['rmse_mw'], ours!['bias_mw']],
      [metrics.sample_hours, metrics.mape_pct, metrics.mae_mw, metrics.rmse_mw, metrics.bias_mw],
    );
    assert.deepEqual([week!['mae_mw'], week!['skill_pct']], [baseline?.metrics.mae_mw, baseline?.skill_pct]);
  }),
  check(
    '/v1/demand/runs/{run_id} has the digest that its rows have, that /v1/demand/runs lists, and that its link is made of',
    async (service) => {
      const listed = (await askJson(service, '/v1/demand/runs?region=PJM&limit=1', table)).data[0]!;
      const { data, meta } = await askJson(service, `/v1/demand/runs/${listed['run_id']}`, table);
      assert.equal(meta['sha256'], listed['sha256']);
      const proof = await askJson(service, `/v1/demand/runs/${listed['run_id']}/proof`, table);
      const place = proof.data[0]!;
      const rows = data.map((row) =>
        [
          String(row['time_utc']).replace('Z', '.000Z'),
          ...['value_mw', 'p10', 'p90'].map((column) =>
            row[column] === undefined ? '' : Number(row[column]).toFixed(2),
          ),
        ].join(),
      );
      const digest = sha256(`${[...(proof.meta.canonical_head ?? []), ...rows].join('\n')}\n`);
      assert.equal(digest, meta['sha256']);
      assert.equal(place['sha256'], digest);
      assert.equal(place['link'], sha256(`${place['previous_link']}\n${digest}\n`));
    },
  ),
];

/** The paths that put several sources side by side agree with each source. */
export const CHECKS_INSIGHT: readonly Check[] = [...compareChecks, ...otherChecks];
