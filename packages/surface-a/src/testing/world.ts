import { DAY_MS, type EpochMs } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { sha256Hex } from '@loadcast/formats/node';
import { type Answer, type Ask, handlerAsk, serverAsk } from '@loadcast/formats/testing';
import { createSurfaceA } from '../surface-a.js';

export const NOW = Date.parse('2026-07-02T18:25:30.123Z');
/** The first full hour after `NOW`. */
export const NEXT_HOUR = Date.parse('2026-07-02T19:00:00Z');

/** How a test sends requests: to the handlers as plain data, or over HTTP. Every test of an endpoint does both. */
export const WAYS = ['handlers', 'server'] as const;

/** Surface A over ten weeks of made-up load. SPP has nothing, and two hours were never measured. */
export interface World {
  readonly asks: Readonly<Record<(typeof WAYS)[number], Ask>>;
  /** Requests to a surface that is made for each request. */
  readonly fresh: Ask;
  /** Sets the clock; it starts at `NOW`. */
  setNow(now: EpochMs): void;
  close(): void;
}

/** Filled once for all test files of a worker: surfaces only read. */
let filled: Promise<ReportWorld> | undefined;

function filledStores(): Promise<ReportWorld> {
  filled ??= reportWorld('2026-04-20', '2026-07-02', {
    areas: ['caiso', 'ercot', 'pjm', 'miso', 'nyiso', 'isone'],
    missingActuals: [Date.parse('2026-07-02T07:00Z'), Date.parse('2026-06-20T07:00Z')],
    sha256: sha256Hex,
  });
  return filled;
}

export async function openWorld(): Promise<World> {
  let now: EpochMs = NOW;
  const clock = () => now;
  const stores = await filledStores();
  const mounts = () => [{ prefix: '/v1', surface: createSurfaceA(stores) }];
  const shared = mounts();
  const server = await serverAsk(shared, clock);
  return {
    asks: { handlers: handlerAsk(shared, clock), server: server.ask },
    fresh: (path, plan) => handlerAsk(mounts(), clock)(path, plan),
    setNow(next) {
      now = next;
    },
    close: server.close,
  };
}

/** `NOW` and a number of ms, as `2026-07-02T18:25:30Z`. */
export const at = (offsetMs: number): string => `${new Date(NOW + offsetMs).toISOString().slice(0, 19)}Z`;

/** A day of history that starts `hours` before `NOW`, as a path. */
export const historyFrom = (hours: number): string => {
  const startMs = -hours * (DAY_MS / 24);
  return `history?region=PJM&start=${at(startMs)}&end=${at(startMs + DAY_MS)}`;
};

export const parsed = (answer: Answer) => JSON.parse(answer.text);
