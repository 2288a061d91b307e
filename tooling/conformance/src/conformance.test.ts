import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCheck } from './check.js';
import { CHECKS, HOSTILE } from './checks.js';
import { type Ask, asker, openService, type Service } from './service.js';
import { type PrefilledGateway, startPrefilledGateway, startReplayedGateway } from './testing/prefilled-gateway.js';
import { REAL_WEEKS } from './testing/real-weeks.js';

/** Hostile ones first: the last of the others lets time pass. */
const ALL = [...HOSTILE, ...CHECKS];

const CALLS = JSON.parse(readFileSync(new URL('../calls.json', import.meta.url), 'utf8'));

const WORLDS = [
  { world: 'the simulated grid', start: () => startPrefilledGateway() },
  ...REAL_WEEKS.map((weeks) => ({
    world: `the real weeks up to ${weeks.name}`,
    start: () => startReplayedGateway(weeks),
  })),
];

/** Counts the requests of each key. */
function counting(ask: Ask, count: Map<string | null | undefined, number>): Ask {
  return (path, options = {}) => {
    count.set(options.key, (count.get(options.key) ?? 0) + 1);
    return ask(path, options);
  };
}

test('every check has its own name', () => {
  const names = ALL.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(WORLDS)('a sound gateway passes, and skips nothing: $world', ({ start }) => {
  let gateway: PrefilledGateway;
  let service: Service;
  const calls = new Map<string | null | undefined, number>();
  beforeAll(async () => {
    gateway = await start();
    const ask = counting(asker(gateway.target), calls);
    service = await openService(gateway.target, { ask, wait: gateway.wait, longestWaitSeconds: 3_600 });
  }, 600_000);
  afterAll(() => gateway?.stop());

  // `test.each` would cut the names short.
  for (const check of ALL) {
    test(check.name, async () => {
      expect(await runCheck(check, service)).toEqual({ check, outcome: 'passed' });
    });
  }

  test('a run costs the calls that are said before it starts', () => {
    const [key, smallKey] = [calls.get(undefined)!, calls.get(gateway.target.smallKey)!];
    expect({ key, smallKey }).toEqual({
      key: expect.closeTo(CALLS.key + CALLS.hostile, -2.6),
      smallKey: expect.closeTo(CALLS.smallKey, -1.9),
    });
  });

  test('no request made the gateway log an error', () => {
    expect(gateway.errors).toEqual([]);
  });
});
