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

// docs/faults.md: fault 51
test.each(ENDPOINT_EXAMPLES)('$path names what it ignores, and its body is the same without it', async (example) => {
  const path = pathOf(example, FIRST_HOUR + 60 * DAY_MS);
  const known = await ask(path, planOf(example));
  expect(known.status).toBe(200);
  expect(known.headers).not.toHaveProperty('x-ignored-parameters');
  const more = await ask(`${path}${path.includes('?') ? '&' : '?'}utm_source=x&as_off=2026-03-01`, planOf(example));
  expect(more.bytes).toEqual(known.bytes);
  expect(more.headers['x-ignored-parameters']).toBe('utm_source, as_off');
  expect(more.headers['warning']).toBe('299 - "as_off: did you mean as_of?"');
});

test('a parameter of another report is named too', async () => {
  const path = '/oasis?queryname=SLD_ACTUAL&market_run_id=DAM&tac_area_name=PJM';
  const { status, headers } = await ask(
    `${path}&startdatetime=20260401T00:00Z&enddatetime=20260402T00:00Z`,
    'standard',
  );
  expect([status, headers['x-ignored-parameters']]).toEqual([200, 'market_run_id']);
});

test('SingleZip knows its parameters in any case', async () => {
  const path = '/oasisapi/SingleZip?QUERYNAME=SLD_FCST&Version=1&Foo=1';
  const { headers } = await ask(`${path}&StartDateTime=20260401T00:00Z&ENDDATETIME=20260402T00:00Z`, 'standard');
  expect(headers['x-ignored-parameters']).toBe('Foo');
});
