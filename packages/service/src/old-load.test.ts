import { type ActualsStore, AREAS, CONTRACT_AREAS, DAY_MS, HOUR_MS } from '@loadcast/core';
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
  const notice = await oldLoadNotice({
    areas: () => CONTRACT_AREAS,
    actuals,
    clock: { now: () => NEWEST + days * DAY_MS },
  });
  if (says) expect(notice).toMatch(says);
  else expect(notice).toBeUndefined();
});

/** Load of two areas, with the series that were read. */
async function twoAreas() {
  const actuals = memoryActualsStore();
  for (const [series, instant] of [
    [AREAS[1]!.series, '2023-12-31T05:00Z'],
    [AREAS[2]!.series, '2023-06-30T05:00Z'],
  ] as const) {
    await actuals.append(buildBatch([buildBlock(instant, [1], { series, known: { kind: 'lag', lagMs: HOUR_MS } })]));
  }
  const read: string[] = [];
  const counted: Pick<ActualsStore, 'read'> = {
    read(slice) {
      read.push(slice.series);
      return actuals.read(slice);
    },
  };
  return { actuals: counted, read };
}

test.each([
  { name: 'not old: the further ones are not read', days: 1, says: undefined, reads: 2 },
  {
    name: 'old: of all areas the newest counts',
    days: 40,
    says: /of 2023-12-31T05:00Z, 40 days old/,
    reads: AREAS.length,
  },
])('load of one area is newer than that of another, and $name', async ({ days, says, reads }) => {
  const { actuals, read } = await twoAreas();
  const notice = await oldLoadNotice({
    areas: () => CONTRACT_AREAS,
    actuals,
    clock: { now: () => NEWEST + days * DAY_MS },
  });
  if (says) expect(notice).toMatch(says);
  else expect(notice).toBeUndefined();
  expect(read).toEqual(AREAS.slice(0, reads).map(({ series }) => series));
});

test('a store without load is not one of old load', async () => {
  expect(
    await oldLoadNotice({ areas: () => CONTRACT_AREAS, actuals: memoryActualsStore(), clock: { now: () => NEWEST } }),
  ).toBeUndefined();
});
