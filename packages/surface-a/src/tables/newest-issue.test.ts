import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, parsed, WAYS, type World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const RANGE = 'start=2026-06-28&end=2026-06-29';

describe.each(WAYS)('X-Forecast-Issued-At, %s', (way) => {
  const ask = (path: string) => world.asks[way](`/v1/demand/${path}`, 'enterprise');

  test.each([
    `forecast?region=PJM&gate=dam&${RANGE}`,
    'snapshot',
    'compare?region=PJM,CAISO',
    `compare?region=PJM&gate=dam&${RANGE}`,
    'drivers?region=PJM,ERCOT',
    'peaks?region=PJM,CAISO',
    `peaks?region=PJM&gate=dam&${RANGE}`,
  ])('%s: the newest issued_at of the rows, in every format', async (path) => {
    const { data } = parsed(await ask(path));
    const issues = data.flatMap(({ issued_at }: { issued_at?: string }) => issued_at ?? []).sort();
    expect(issues.length).toBeGreaterThan(0);
    for (const format of ['json', 'csv', 'columns', 'ndjson', 'xlsx']) {
      const glue = path.includes('?') ? '&' : '?';
      const { headers } = await ask(`${path}${glue}format=${format}`);
      expect([format, headers['x-forecast-issued-at']]).toEqual([format, issues.at(-1)]);
    }
  });

  test.each(['scenarios?region=PJM&n=2', 'runs/PJM-newest'])('%s: that of its run', async (path) => {
    const answer = await ask(path);
    expect(answer.headers['x-forecast-issued-at']).toBe(parsed(answer).meta.issued_at);
  });

  test.each([
    { path: 'compare?region=PJM&start=2026-04-25&end=2026-04-25&lead=360h', why: 'no run reaches the hours' },
    { path: 'peaks?region=SPP', why: 'nothing is known of the area' },
    { path: `scores?region=PJM`, why: 'scores show no forecast' },
    { path: `history?region=PJM&${RANGE}`, why: 'load is no forecast' },
  ])('$path has none: $why', async ({ path }) => {
    const { status, headers } = await ask(path);
    expect([status, headers['x-forecast-issued-at']]).toEqual([200, undefined]);
  });
});
