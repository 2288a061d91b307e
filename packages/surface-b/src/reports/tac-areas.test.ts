import { codedAreas } from '@loadcast/core';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceB } from '../surface-b.js';
import { openWorld, type ReportWorld, receivedAt } from '../testing/world.js';

let world: ReportWorld;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
const read = (format: string, at = receivedAt) =>
  ask(createSurfaceB(world), `queryname=TAC_AREAS&resultformat=${format}`, { receivedAt: at, anonymous: true });

test('TAC_AREAS has a row for every code of surface B, with the code of surface A', async () => {
  const { count, data } = JSON.parse((await read('7')).text);
  expect(count).toBe(codedAreas('b').length);
  expect(data[0]).toEqual({
    tac_area_name: 'CISO',
    grid_id: 'CAISO',
    iso: 'CAISO',
    timezone: 'America/Los_Angeles',
    status: 'active',
  });
});

test('the formats have tags of their own; a later answer has the same', async () => {
  const tags = (await Promise.all(['5', '6', '7'].map((format) => read(format)))).map(({ headers }) => headers['etag']);
  expect(new Set(tags).size).toBe(3);
  expect((await read('5', receivedAt + 1)).headers['etag']).toBe(tags[0]);
});
