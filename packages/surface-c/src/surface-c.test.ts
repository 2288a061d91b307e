import { ask } from '@loadcast/formats/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSurfaceC } from './surface-c.js';
import { DEMAND, openWorld, type ReportWorld, receivedAt } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
beforeAll(async () => {
  world = await openWorld();
});

test.each([
  { path: '/demand', type: 'application/xml; charset=utf-8' },
  { path: '/historical', type: 'application/json; charset=utf-8' },
  { path: '/tac-areas', type: 'application/json; charset=utf-8' },
])('$path needs a key; without one it is 401 in $type', async ({ path, type }) => {
  const { status, headers } = await ask(createSurfaceC(world), '', { receivedAt, path, anonymous: true });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 401, type });
});

test.each(['', '/', '/demand/', '/Demand', '/__proto__'])('there is no path "%s"', async (path) => {
  expect((await ask(createSurfaceC(world), DEMAND, { receivedAt, path })).status).toBe(404);
});
