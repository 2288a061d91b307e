import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openWorld, parsed, WAYS, type World } from '../../testing/world.js';

type Row = Record<string, number | string>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('scores, %s', (way) => {
  const rows = async (query: string, plan = 'enterprise'): Promise<Row[]> => {
    const answer = await world.asks[way](`/v1/demand/scores?${query}`, plan);
    expect([query, answer.status]).toEqual([query, 200]);
    return parsed(answer).data;
  };
  const of = (all: readonly Row[], forecast: string) => all.find((row) => row['forecast'] === forecast)!;

  test('agrees with accuracy over the same days, and with its baselines', async () => {
    const scores = await rows('region=PJM&window=30d');
    for (const baseline of ['naive_24h', 'naive_168h']) {
      const path = `/v1/demand/accuracy?region=PJM&window=30&baseline=${baseline}`;
      const { metrics, baseline: compared } = parsed(await world.asks[way](path, 'enterprise')).data;
      const { sample_hours: n, mean_width_mw: width_mw, interval_hours, ...numbers } = metrics;
      expect(of(scores, 'loadcast')).toMatchObject({ state: 'scored', n, width_mw, interval_hours, ...numbers });
      const { sample_hours, ...other } = compared.metrics;
      expect(of(scores, baseline)).toMatchObject({
        n: sample_hours,
        ...other,
        loadcast_mape_pct: compared.model_metrics.mape_pct,
        loadcast_mae_mw: compared.model_metrics.mae_mw,
        skill_pct: compared.skill_pct,
      });
    }
  });

  test('a forecast with too few hours in common is pending, with their number and no other', async () => {
    expect(of(await rows('region=PJM'), 'operator')).toEqual({
      region: 'PJM',
      forecast: 'operator',
      state: 'pending',
      n: 0,
    });
    const short = await rows('region=PJM&window=6');
    expect(short.map(({ state, mae_mw }) => [state, mae_mw])).toEqual(short.map(() => ['pending', undefined]));
    expect(of(short, 'loadcast')['n']).toBe(144);
    expect(of(await rows('region=SPP'), 'loadcast')).toMatchObject({ state: 'pending', n: 0 });
  });

  test.each([
    ['hour', 24],
    ['weekday', 7],
    ['month', 2],
    ['lead', 24],
    ['day', 28],
  ])('by=%s has %i cuts, whose hours add up', async (by, cuts) => {
    const cut = (await rows(`region=PJM&by=${by}`)).filter(({ forecast }) => forecast === 'loadcast');
    expect(new Set(cut.map((row) => row[by])).size).toBe(cuts);
    const hours = cut.reduce((sum, { n }) => sum + Number(n), 0);
    expect(hours).toBe(of(await rows('region=PJM'), 'loadcast')['n']);
  });

  test('a market run is its gate, a lead another run; several regions are rows of one table', async () => {
    const text = async (query: string) => (await world.asks[way](`/v1/demand/scores?${query}&format=csv`, 'team')).text;
    expect(await text('region=PJM,MISO&run=2DA')).toBe(await text('region=PJM,MISO&gate=-2d@09:00'));
    expect(await text('region=PJM&lead=60h')).not.toBe(await text('region=PJM'));
    expect((await text('region=PJM,MISO')).split('\n')).toHaveLength(1 + 8 + 1);
  });

  test('as_of gives the score of then, for the window of then', async () => {
    const answer = await world.asks[way]('/v1/demand/scores?region=PJM&as_of=2026-06-25T12:00:00Z', 'enterprise');
    const range = 'region=PJM&start=2026-05-28&end=2026-06-24';
    expect(parsed(answer).meta).toMatchObject({ gate: '-1d@09:00', as_of: '2026-06-25T12:00:00Z', by: 'all' });
    expect(parsed(answer).data).toEqual(await rows(`${range}&as_of=2026-06-25T12:00:00Z`));
  });

  /** An operating day is over up to 25 hours before now, so that a history of n days always has n - 1 complete days. */
  test.each([
    { name: 'an afternoon', now: '2026-07-02T18:25:30Z' },
    { name: 'the last hour of a day of 25', now: '2026-11-02T04:59:59Z' },
    { name: 'the last hour of a day of 23', now: '2027-03-15T03:59:59Z' },
    { name: 'the last hour of the UTC day', now: '2026-12-31T23:59:59Z' },
    { name: 'a leap day', now: '2028-02-29T12:00:00Z' },
  ])('the longest window of a plan is a day less than its history: $name', async ({ now }) => {
    world.setNow(Date.parse(now));
    const statusOf = async (plan: string, days: number) =>
      (await world.asks[way](`/v1/demand/scores?region=PJM&window=${days}`, plan)).status;
    const statuses = [];
    for (const [plan, days] of [
      ['developer', 30],
      ['team', 30],
      ['enterprise', 365],
    ] as const) {
      statuses.push([plan, await statusOf(plan, days - 1), await statusOf(plan, days + 1)]);
    }
    world.setNow(NOW);
    expect(statuses).toEqual([
      ['developer', 200, 403],
      ['team', 200, 403],
      ['enterprise', 200, 403],
    ]);
  });

  test.each([
    ['region=PJM', 'free', 403],
    ['region=PJM', 'developer', 200],
    ['region=PJM&window=35', 'developer', 403],
    ['region=PJM&window=35', 'enterprise', 200],
    ['region=PJM&window=367', 'enterprise', 400],
    ['region=PJM&run=DAM&gate=dam', 'enterprise', 400],
    ['region=PJM&window=7&start=2026-06-01', 'enterprise', 400],
    ['region=PJM&by=colour', 'enterprise', 400],
    ['region=PJM&start=2025-01-01&end=2026-06-01', 'enterprise', 400],
    ['by=hour', 'enterprise', 400],
  ])('%s on %s is %i', async (query, plan, status) => {
    expect((await world.asks[way](`/v1/demand/scores?${query}`, plan)).status).toBe(status);
  });
});
