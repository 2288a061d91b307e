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
    const proof = parsed(await ask(`/${listed!['run_id']}/proof`));
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
    expect(
      createHash('sha256')
        .update(`${[...proof.meta.canonical_head, ...lines].join('\n')}\n`)
        .digest('hex'),
    ).toBe(meta.sha256);
    expect(proof.meta.canonical_head).toEqual([
      'loadcast-run-1,caiso',
      `issued_at,${meta.issued_at.replace('Z', '.000Z')}`,
      `available_at,${meta.available_at.replace('Z', '.000Z')}`,
      `data_cutoff,${meta.data_cutoff.replace('Z', '.000Z')}`,
      `model,${meta.model}`,
      `version,${meta.version}`,
      'dependence,0.75,0.8,0.16,0.03,0.01',
    ]);
  });

  test('the proofs of a region are a chain from its genesis, in every format, and never change', async () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const listed = (await rows('?region=PJM&start=2026-04-20&end=2026-04-24')).reverse();
    let previous = sha256('loadcast-chain-1,pjm\n');
    for (const [index, { run_id, sha256: digest }] of listed.entries()) {
      const answer = await ask(`/${run_id}/proof`);
      const { data, meta } = parsed(answer);
      expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
      expect(meta.genesis_link).toBe(sha256('loadcast-chain-1,pjm\n'));
      const link = sha256(`${previous}\n${digest}\n`);
      const row = { run_id, region: 'PJM', position: index + 1, sha256: digest, previous_link: previous, link };
      expect(data).toEqual([row]);
      const { text } = await ask(`/${run_id}/proof?format=csv`);
      expect(text).toBe(`${Object.keys(row).join()}\n${Object.values(row).join()}\n`);
      previous = link;
    }
    expect(listed.length).toBeGreaterThan(3);
    const newest = await ask('/PJM-newest/proof', 'free');
    expect([newest.status, newest.headers['cache-control']]).toEqual([200, 'private, no-cache']);
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
    ['/PJM-newest/proofs', 'enterprise', 404, 'path'],
    ['/PJM-20260520T125000000Z/proof', 'team', 403, 'Enterprise'],
    ['/PJM-20260630T125000001Z/proof', 'enterprise', 404, 'PJM'],
    ['/PJM-20260630T125000000Z/proof?as_of=2026-06-30T12:54:59Z', 'enterprise', 404, 'PJM'],
    ['/newest/proof', 'enterprise', 400, 'run_id'],
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
