import { CONTRACT_AREAS, DAY_MS } from '@loadcast/core';
import { describeBudgets, describeLimits, reportWorld } from '@loadcast/core/testing';
import type { KeyRoute } from '@loadcast/formats';
import { handlerAsk } from '@loadcast/formats/testing';
import { afterAll, beforeAll } from 'vitest';
import { peaksEndpoint } from './insight/why/peaks.js';
import { createBodies } from './json/bodies.js';
import { createSurfaceA } from './surface-a.js';
import { forecasters } from './testing/forecasters.js';
import { NOW, openWorld, type World } from './testing/world.js';

const ROWS = [JSON.stringify('x'.repeat(65_500))];
/** What is kept of an answer with these rows. */
const KEPT_BYTES = `{"status":"success","data":[${ROWS}],"meta":`.length;

describeBudgets('surface-a', {
  row_bodies: {
    bound: 10,
    bytes: 65_500,
    open(bound) {
      const bodies = createBodies(bound * KEPT_BYTES);
      return {
        put: (index) => void bodies.body(`${index}`, () => ROWS, {}),
        honest: () => bodies.body('new', () => ['1'], {}).byteLength > 0,
      };
    },
  },
});

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const dayBefore = (days: number): string => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);

/** Asks for days that end yesterday. @returns the refusal */
async function askDays(path: string, days: number): Promise<unknown> {
  const query = `region=PJM&start=${dayBefore(days)}&end=${dayBefore(1)}`;
  const { status, text } = await world.asks.handlers(`/v1/${path}?${query}`, 'enterprise');
  return status === 400 ? JSON.parse(text).error : undefined;
}

/** Peaks of days that end yesterday, without a key. */
function askGuestPeaks(days: number): void {
  const route = peaksEndpoint.route({} as never) as KeyRoute;
  const query = `region=PJM&start=${dayBefore(days)}&end=${dayBefore(1)}`;
  const request = { query, headers: new Map(), receivedAt: NOW, areas: CONTRACT_AREAS, principal: { isGuest: true } };
  route.read(request as never, { unread: { names: [], known: [] } } as never);
}

/** A board of so many public forecasters. @returns what says that it lists fewer */
async function askBoard(size: number): Promise<unknown> {
  const stores = await reportWorld('2026-06-01', '2026-07-02', { areas: ['pjm'] });
  const all = Array.from({ length: size }, (_, n) => ({
    id: `f${n}`,
    name: `f${n}`,
    accountId: 'a',
    gates: 'DAM',
    isPublic: 1,
  }));
  const listed = { ...forecasters, listPublic: async ({ most }: { most: number }) => all.slice(0, most) };
  const surface = createSurfaceA({ ...stores, forecasters: listed });
  const ask = handlerAsk([{ prefix: '/v1', surface }], () => NOW);
  const { text } = await ask('/v1/demand/scores?region=PJM&forecaster=public', 'enterprise');
  const rows = JSON.parse(text).data.filter(({ name }: { name?: string }) => name);
  return rows.length === size ? undefined : { code: 'unread' };
}

describeLimits('surface-a', {
  board_forecasters: (size) => askBoard(size),
  range_days: (days) => askDays('demand/history', days),
  scored_days: (days) => askDays('demand/scores', days),
  withheld_days: (days) => askDays('withheld', days),
  peak_days: (days) => askDays('demand/peaks', days),
  guest_peak_days: (days) => askGuestPeaks(days),
});
