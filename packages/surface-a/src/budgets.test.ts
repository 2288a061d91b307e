import { CONTRACT_AREAS, DAY_MS } from '@loadcast/core';
import { describeBudgets, describeLimits } from '@loadcast/core/testing';
import type { KeyRoute } from '@loadcast/formats';
import { afterAll, beforeAll } from 'vitest';
import { peaksEndpoint } from './insight/why/peaks.js';
import { createBodies } from './json/bodies.js';
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

describeLimits('surface-a', {
  range_days: (days) => askDays('demand/history', days),
  scored_days: (days) => askDays('demand/scores', days),
  withheld_days: (days) => askDays('withheld', days),
  peak_days: (days) => askDays('demand/peaks', days),
  guest_peak_days: (days) => askGuestPeaks(days),
});
