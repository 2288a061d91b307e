import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, openWorld, parsed, WAYS, type World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const HOUR = 3_600_000;

describe.each(WAYS)('snapshot, %s', (way) => {
  const ask = (query: string, plan = 'team') => world.asks[way](`/v1/demand/snapshot${query}`, plan);

  test('is a row for each of the eleven areas, with codes of their surfaces; one without data has only its code', async () => {
    const { data, meta } = parsed(await ask(''));
    expect(data.map((row: { region: string }) => row.region)).toEqual([
      ...['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'],
      ...['PGE', 'SCE', 'SDGE', 'VEA'],
    ]);
    expect(data[6]).toEqual({ time_utc: '2026-07-02T18:00:00Z', region: 'SPP' });
    expect(meta).toEqual({ count: 11, generated_at: '2026-07-02T18:25:30Z' });
  });

  test('agrees with latest, forecast, history and peaks', async () => {
    const [row] = parsed(await ask('?region=ERCO')).data;
    const latest = parsed(await world.asks[way]('/v1/demand/latest?region=ERCOT', 'team')).data;
    const [today, tomorrow] = parsed(await world.asks[way]('/v1/demand/peaks?region=ERCOT', 'team')).data;
    expect(row).toMatchObject({
      region: 'ERCOT',
      actual_time_utc: latest.actual.timestamp,
      actual_mw: latest.actual.value_mw,
      issued_at: latest.forecast.issued_at,
      tomorrow_peak_mw: tomorrow.peak_mw,
      tomorrow_peak_hour: tomorrow.peak_time_utc,
      tomorrow_peak_p10: tomorrow.p10,
      tomorrow_peak_p90: tomorrow.p90,
    });
    expect([today.day, tomorrow.day]).toEqual(['2026-07-02', '2026-07-03']);
    // The peak of the next 24 hours is this evening's: it is not tomorrow's.
    expect(row.peak_time_utc).toBe(today.peak_time_utc);
    expect(row.tomorrow_peak_hour > '2026-07-03T05:00:00Z').toBe(true);
    const range = '/v1/demand/forecast?region=ERCOT&start=2026-07-02T18:00:00Z&end=2026-07-02T19:00:00Z';
    const [now] = parsed(await world.asks[way](range, 'team')).data;
    expect([row.value_mw, row.p10, row.p90]).toEqual([now.value_mw, now.p10, now.p90]);
  });

  test('the Free plan gets no bounds', async () => {
    const { text } = await ask('?region=PJM', 'free');
    expect(text).toContain('"peak_mw"');
    expect(text).not.toMatch(/p10|p90/);
  });

  test('tz=market shows the clock of each row’s market', async () => {
    const { text } = await ask('?region=CAISO,PJM&tz=market&format=csv');
    const [header, ...rows] = text.trim().split('\n');
    expect(header).toMatch(/^time_utc,time_local,region,value_mw,p10,p90,actual_mw,operator_mw,/);
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
      ['2026-07-02T18:00:00Z', '2026-07-02 11:00', 'CAISO'],
      ['2026-07-02T18:00:00Z', '2026-07-02 14:00', 'PJM'],
    ]);
  });

  test.each([
    ['?region=CAISO,XX', 400, 'region: expected all, or one or more of CAISO'],
    ['?region=PJM,', 400, 'region'],
    ['?region=SPP', 404, 'SPP'],
    [`?as_of=${at(HOUR)}`, 400, 'as_of'],
  ])('%s is %i', async (query, status, says) => {
    const answer = await ask(query);
    expect([answer.status, parsed(answer).error.message]).toEqual([status, expect.stringContaining(says)]);
  });

  test('as_of is walled by the depth of the plan', async () => {
    expect((await ask(`?as_of=${at(-20 * HOUR)}`, 'free')).status).toBe(200);
    expect((await ask(`?as_of=${at(-30 * HOUR)}`, 'free')).status).toBe(403);
  });
});

test('within an hour the tag stays, although the instant differs', async () => {
  const tags = [];
  for (const offset of [0, 1_500, 60_000]) {
    world.setNow(Date.parse('2026-07-02T18:25:30.123Z') + offset);
    tags.push((await world.asks.handlers('/v1/demand/snapshot', 'team')).headers['etag']);
  }
  expect(new Set(tags).size).toBe(1);
});
