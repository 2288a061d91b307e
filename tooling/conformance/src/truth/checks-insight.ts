import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Check } from '../check.js';
import { GRIDS, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, HOUR_MS } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readHistory, readJson, readLatest, steadily } from './reads.js';

type Row = Readonly<Record<string, number | string>>;
interface Rows {
  readonly data: readonly Row[];
  readonly meta: Readonly<Record<string, string>> & { readonly canonical_head?: readonly string[] };
}

/** Two days that are over: their dates in a range. */
const pastDays = ({ today }: Service) => `start=${addDays(today, -4)}&end=${addDays(today, -3)}`;
const utc = (timestamp: unknown) => String(timestamp).replace('+00:00', 'Z');
const iso = (instant: number) => new Date(instant).toISOString();

const compareChecks: readonly Check[] = GRIDS.slice(0, 3).map(({ region }) => ({
  name: `/v1/demand/compare of ${region} at the DAM gate is what /forecast and /history say`,
  async run(service: Service) {
    const range = pastDays(service);
    const { data } = await readJson<Rows>(service, `/v1/demand/compare?region=${region}&gate=dam&${range}`);
    const forecast = await readJson<Rows>(service, `/v1/demand/forecast?region=${region}&gate=dam&${range}`);
    const key = ({ time_utc, loadcast_mw, p10, p90, issued_at }: Row) => [time_utc, loadcast_mw, p10, p90, issued_at];
    assert.deepEqual(
      data.filter((row) => row['loadcast_mw'] !== undefined).map(key),
      forecast.data.map(({ timestamp, value_mw, p10, p90, issued_at }) => [
        ...[utc(timestamp), value_mw, p10, p90, issued_at],
      ]),
    );
    const [first, last] = [data[0]!, data.at(-1)!].map(({ time_utc }) => Date.parse(String(time_utc)));
    const load = await readHistory(service, region, { start: first!, end: last! + HOUR_MS });
    const actual = data.filter((row) => row['actual_mw'] !== undefined);
    assert.deepEqual(
      actual.map(({ time_utc, actual_mw }) => [Date.parse(String(time_utc)), actual_mw]),
      [...load],
    );
  },
}));

const otherChecks: readonly Check[] = [
  {
    name: '/v1/demand/snapshot is what /latest says of each grid',
    run: (service) =>
      steadily(async () => {
        const { data } = await readJson<Rows>(service, '/v1/demand/snapshot');
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
  },
  {
    name: '/v1/demand/compare has no hour between past and future without a forecast',
    async run(service) {
      const range = `start=${iso(service.now - DAY_MS)}&end=${iso(service.now + DAY_MS)}`;
      const { data } = await readJson<Rows>(service, `/v1/demand/compare?region=PJM&${range}`);
      assert.equal(data.length, 48);
      assert.deepEqual(
        data.filter((row) => row['loadcast_mw'] === undefined),
        [],
      );
      for (const { time_utc, issued_at } of data) {
        assert.ok(
          Date.parse(String(issued_at)) <= Date.parse(String(time_utc)),
          `${time_utc} by a run of ${issued_at}`,
        );
      }
    },
  },
  {
    name: '/v1/demand/scores over 28 days is what /v1/demand/accuracy says of them',
    async run(service) {
      const { data } = await readJson<Rows>(service, '/v1/demand/scores?region=PJM&window=28');
      const path = '/v1/demand/accuracy?region=PJM&window=28&baseline=naive_168h';
      const accuracy = await readJson<{ data: Record<string, Record<string, number> & { metrics?: Row }> }>(
        service,
        path,
      );
      const { metrics, baseline } = accuracy.data;
      const of = (forecast: string) => data.find((row) => row['forecast'] === forecast)!;
      const [ours, week] = [of('loadcast'), of('naive_168h')];
      assert.deepEqual(
        [ours['n'], ours['mape_pct'], ours['mae_mw'], ours['rmse_mw'], ours['bias_mw']],
        [metrics!['sample_hours'], ...['mape_pct', 'mae_mw', 'rmse_mw', 'bias_mw'].map((name) => metrics![name])],
      );
      assert.deepEqual([week['mae_mw'], week['skill_pct']], [baseline!.metrics!['mae_mw'], baseline!['skill_pct']]);
    },
  },
  {
    name: '/v1/demand/runs/{run_id} has the digest that its rows have, that /v1/demand/runs lists, and that its link is made of',
    async run(service) {
      const listed = (await readJson<Rows>(service, '/v1/demand/runs?region=PJM&limit=1')).data[0]!;
      const { data, meta } = await readJson<Rows>(service, `/v1/demand/runs/${listed['run_id']}`);
      assert.equal(meta['sha256'], listed['sha256']);
      const proof = await readJson<Rows>(service, `/v1/demand/runs/${listed['run_id']}/proof`);
      const place = proof.data[0]!;
      const rows = data.map((row) =>
        [
          String(row['time_utc']).replace('Z', '.000Z'),
          ...['value_mw', 'p10', 'p90'].map((column) =>
            row[column] === undefined ? '' : Number(row[column]).toFixed(2),
          ),
        ].join(),
      );
      const digest = createHash('sha256')
        .update(`${[...(proof.meta.canonical_head ?? []), ...rows].join('\n')}\n`)
        .digest('hex');
      assert.equal(digest, meta['sha256']);
      assert.equal(place['sha256'], digest);
      const link = createHash('sha256').update(`${place['previous_link']}\n${digest}\n`).digest('hex');
      assert.equal(place['link'], link);
    },
  },
];

/** The paths that put several sources side by side agree with each source. */
export const CHECKS_INSIGHT: readonly Check[] = [...compareChecks, ...otherChecks];
