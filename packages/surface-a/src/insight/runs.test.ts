import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, openWorld, parsed, WAYS, type World } from '../testing/world.js';

type Row = Record<string, string>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const HOUR = 3_600_000;

describe.each(WAYS)('runs, %s', (way) => {
  const ask = (path: string, plan = 'enterprise') => world.asks[way](`/v1/demand/runs${path}`, plan);
  const rows = async (path: string): Promise<Row[]> => parsed(await ask(path)).data;

  test('the runs of a range are listed newest first, each with the gate that it was fixed at', async () => {
    const listed = await rows('?region=PJM&start=2026-06-28&end=2026-07-01');
    expect(listed.map(({ run_id, gate }) => [run_id, gate])).toEqual([
      ['PJM-20260701T125000000Z', '2026-07-01T13:00:00Z'],
      ['PJM-20260630T125000000Z', '2026-06-30T13:00:00Z'],
      ['PJM-20260629T125000000Z', '2026-06-29T13:00:00Z'],
      ['PJM-20260628T125000000Z', '2026-06-28T13:00:00Z'],
    ]);
    expect(listed[0]).toMatchObject({ model: 'made-up', version: '1.2.3', available_at: '2026-07-01T12:55:00Z' });
  });

  test('pages follow each other without a gap, over several regions', async () => {
    const range = 'region=PJM,MISO,CAISO&start=2026-06-20&end=2026-07-01';
    const all = await rows(`?${range}&limit=200`);
    expect(all).toHaveLength(36);
    const paged: Row[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = parsed(await ask(`?${range}&limit=7${cursor && `&cursor=${cursor}`}`));
      paged.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  test('a run is whole, agrees with what was forecast at its gate, and its digest can be made from its rows', async () => {
    const [listed] = await rows('?region=CISO&start=2026-06-30&end=2026-06-30');
    const answer = await ask(`/${listed!['run_id']}`);
    const { data, meta } = parsed(answer);
    expect(data).toHaveLength(384);
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(meta).toMatchObject({ run_id: listed!['run_id'], sha256: listed!['sha256'], count: 384 });
    const path = '/v1/demand/forecast?region=CAISO&gate=dam&start=2026-07-01&end=2026-07-01';
    for (const point of parsed(await world.asks[way](path, 'enterprise')).data) {
      const row = data.find((each: Row) => each['time_utc'] === point.timestamp.replace('+00:00', 'Z'));
      expect([row.value_mw, row.p10, row.p90]).toEqual([point.value_mw, point.p10, point.p90]);
    }
    const lines = data.map((row: Record<string, number>) =>
      [
        String(row['time_utc']).replace('Z', '.000Z'),
        ...['value_mw', 'p10', 'p90'].map((name) => row[name]!.toFixed(2)),
      ].join(),
    );
    const name = ['loadcast-run-1', 'caiso', meta.issued_at.replace('Z', '.000Z'), meta.model, meta.version].join();
    expect(
      createHash('sha256')
        .update(`${[name, ...lines].join('\n')}\n`)
        .digest('hex'),
    ).toBe(meta.sha256);
  });

  test('an answer about a run is the same at every time; of the newest it is not kept', async () => {
    const path = '/PJM-20260630T125000000Z';
    const now = await ask(path);
    world.setNow(Date.parse('2026-07-02T20:00:00Z'));
    expect((await ask(path)).text).toBe(now.text);
    world.setNow(Date.parse('2026-07-02T18:25:30.123Z'));
    const newest = await ask('/PJM-newest');
    expect(newest.headers['cache-control']).toBe('private, no-cache');
    expect(parsed(newest).meta.run_id).toBe('PJM-20260702T125000000Z');
    expect(parsed(await ask('/PJM-newest?as_of=2026-06-30T12:00:00Z')).meta.run_id).toBe('PJM-20260629T125000000Z');
  });

  test.each([
    ['/PJM-20260630T125000001Z', 'enterprise', 404, 'PJM'],
    ['/PJM-20260630T125000000Z?as_of=2026-06-30T12:54:59Z', 'enterprise', 404, 'PJM'],
    ['/SPP-newest', 'enterprise', 404, 'SPP'],
    ['/newest', 'enterprise', 400, 'run_id'],
    ['/XX-20260630T125000000Z', 'enterprise', 400, 'run_id'],
    ['/PJM-20261330T125000000Z', 'enterprise', 400, 'run_id'],
    ['/PJM-newest/proof', 'enterprise', 404, 'path'],
    ['/', 'enterprise', 404, 'path'],
    ['/PJM-newest', 'developer', 403, 'Team'],
    ['/PJM-newest', 'team', 200, ''],
    ['/PJM-20260520T125000000Z', 'team', 403, 'Enterprise'],
    [`?region=PJM&start=${at(-30 * HOUR)}&end=${at(0)}`, 'free', 403, 'Developer'],
    ['?region=PJM', 'free', 200, ''],
    ['?region=PJM&limit=201', 'enterprise', 400, 'limit'],
    ['?region=PJM&cursor=x', 'enterprise', 400, 'cursor'],
  ])('%s on %s is %i', async (path, plan, status, says) => {
    const answer = await ask(path, plan);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(parsed(answer).error.message).toContain(says);
  });
});
