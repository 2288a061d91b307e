import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { oldLoadNotice } from './old-load.js';

const NEWEST = Date.parse('2023-12-31T05:00Z');

test.each([
  { name: 'of yesterday', days: 1, says: undefined },
  { name: 'of 29 days ago', days: 29, says: undefined },
  {
    name: 'of three years ago',
    days: 1_000,
    says: /of 2023-12-31T05:00Z, 1000 days old.*"serve --now 2023-12-31T07:00Z"/,
  },
])('load $name', async ({ days, says }) => {
  const actuals = memoryActualsStore();
  const block = buildBlock('2023-12-31T05:00Z', [1], { series: 'PJM', known: { kind: 'lag', lagMs: HOUR_MS } });
  await actuals.append(buildBatch([block]));
  const notice = await oldLoadNotice({ actuals, clock: { now: () => NEWEST + days * DAY_MS } });
  if (says) expect(notice).toMatch(says);
  else expect(notice).toBeUndefined();
});

test('a store without load is not one of old load', async () => {
  expect(await oldLoadNotice({ actuals: memoryActualsStore(), clock: { now: () => NEWEST } })).toBeUndefined();
});
