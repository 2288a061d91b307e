import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AskC, askOf, openWorld } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let askC: AskC;
beforeAll(async () => {
  askC = askOf(await openWorld());
});

describe('/historical', () => {
  const QUERY = 'tac_area=SCE&date=2026-07-08';

  test('every metric of one Pacific day', async () => {
    const body = JSON.parse((await askC('/historical', QUERY)).text);
    expect(Object.keys(body)).toEqual(['meta', 'metrics', 'n_hours']);
    expect(body.meta).toMatchObject({
      tac_area: 'SCE',
      utility: 'Southern California Edison',
      date: '2026-07-08',
      market_run_id: 'DAM',
      units: { mape: 'percent', rmse: 'MW', mae: 'MW' },
    });
    expect(Object.keys(body.metrics)).toEqual(['mape', 'rmse', 'mae']);
    expect(body.n_hours).toBe(24);
  });

  test.each(['mape', 'rmse', 'mae', 'MAPE'])('metric=%s leaves one, with the same number', async (metric) => {
    const all = JSON.parse((await askC('/historical', QUERY)).text);
    const one = JSON.parse((await askC('/historical', `${QUERY}&metric=${metric}`)).text);
    const key = metric.toLowerCase();
    expect(one.metrics).toEqual({ [key]: all.metrics[key] });
  });

  test.each([
    { date: '1990-01-01', reason: 'before_history' },
    { date: '2026-06-25', reason: 'not_issued', expected_at: '2026-07-11T16:00:00Z' },
    { date: '2026-07-10', reason: 'not_covered', expected_at: '2026-07-11T07:00:00Z' },
    { date: '2026-08-08', reason: 'not_covered', expected_at: '2026-08-09T07:00:00Z' },
  ])('$date has no score: $reason', async ({ date, ...details }) => {
    const asOf = date === '2026-07-10' ? '&as_of=2026-07-10T07:30:00Z' : '';
    const { error } = JSON.parse((await askC('/historical', `tac_area=SCE&date=${date}${asOf}`)).text);
    expect(error).toMatchObject({ code: 'no_data', details });
  });

  test.each([
    { query: 'date=2026-07-08', status: 400, code: 'missing_parameter' },
    { query: 'tac_area=SCE', status: 400, code: 'missing_parameter' },
    { query: 'tac_area=SCE&date=2026-02-30', status: 400, code: 'invalid_parameter' },
    { query: 'tac_area=SCE&date=20260708', status: 400, code: 'invalid_parameter' },
    { query: `${QUERY}&metric=bias`, status: 400, code: 'invalid_parameter' },
    { query: 'tac_area=SCE&date=2026-08-08', status: 404, code: 'no_data' },
    { query: 'tac_area=SCE&date=2020-01-01', status: 404, code: 'no_data' },
    { query: `${QUERY}&resultformat=5&metric=bias`, status: 400, code: 'invalid_parameter' },
  ])('"$query" is $code in JSON', async ({ query, status, code }) => {
    const answer = await askC('/historical', query);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error.code).toBe(code);
  });
});
