import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import type { Ask } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { NOW, writeHistory } from './testing/arrivals.js';
import { asking } from './testing/asking.js';

let ask: Ask;
beforeAll(async () => {
  const stores = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
  await writeHistory(stores);
  ask = asking(stores);
});

const WARNING = '299 - "p10 and p90 are not part of the Free plan. The Developer plan includes them."';

const hoursAhead = new Date(NOW + 12 * 3_600_000).toISOString().slice(0, 10);

/** Paths that the Free plan may read, of answers with and without a range. */
const PATHS = [
  '/v1/demand/forecast?region=PJM',
  '/v1/demand/forecast?region=PJM&format=csv&tz=market',
  `/v1/demand/forecast?region=PJM&start=${new Date(NOW).toISOString()}&end=${new Date(NOW + 7_200_000).toISOString()}`,
  '/v1/demand/compare?region=PJM',
  '/v1/demand/snapshot?format=csv',
  `/v1/demand/peaks?region=PJM&start=${hoursAhead}&end=${hoursAhead}`,
  '/v1/demand/latest?region=PJM',
  '/v1/demand/history?region=PJM',
];

test.each(PATHS)(
  '%s: the Free plan is given a warning exactly where a plan with p10 and p90 is given more',
  async (path) => {
    const [free, developer] = [await ask(path, 'free'), await ask(path, 'developer')];
    expect([free.status, developer.status]).toEqual([200, 200]);
    const namesOf = ({ bytes }: typeof free) =>
      new Set(
        Buffer.from(bytes)
          .toString()
          .match(/\b(\w+_)?p[19]0\b|\bodds\w*/g),
      );
    const isLess = namesOf(free).size < namesOf(developer).size;
    expect(free.headers['warning']).toBe(isLess ? WARNING : undefined);
    expect(developer.headers).not.toHaveProperty('warning');
  },
);

test('it follows the warning about a misspelt name, and no error carries it', async () => {
  const { headers } = await ask('/v1/demand/forecast?region=PJM&horizn=1d', 'free');
  expect(headers['warning']).toBe(`299 - "horizn: did you mean horizon?", ${WARNING}`);
  const refused = await ask('/v1/demand/forecast?region=PJM&horizon=7d', 'free');
  expect([refused.status, refused.headers['warning']]).toEqual([403, undefined]);
});
