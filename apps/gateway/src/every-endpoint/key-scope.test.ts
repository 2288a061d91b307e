import { DAY_MS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import type { Ask } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { FIRST_HOUR, writeHistory } from './testing/arrivals.js';
import { asking, pathOf, planOf } from './testing/asking.js';
import { ENDPOINT_EXAMPLES } from './testing/endpoints.data.js';

let ask: Ask;
beforeAll(async () => {
  const stores = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
  await writeHistory(stores);
  ask = asking(stores);
});

const READING = ENDPOINT_EXAMPLES.filter(({ readsStore }) => readsStore);

test.each(READING)('$path is refused to a key that is made for another region', async (example) => {
  const path = pathOf(example, FIRST_HOUR + 60 * DAY_MS);
  expect((await ask(path, planOf(example))).status).toBe(200);
  const { status, text } = await ask(path, `${planOf(example)} only vea`);
  expect([status, text.includes('limited to the regions')]).toEqual([403, true]);
});

test('a key that is made for the region is answered, under any of its codes', async () => {
  const path = '/v1/demand/latest?region=CISO';
  expect((await ask(path, 'enterprise only caiso')).status).toBe(200);
});
