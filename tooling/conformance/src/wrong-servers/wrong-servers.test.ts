import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Check, runCheck } from '../check.js';
import { CHECKS } from '../checks.js';
import { type Answer, type Ask, asker, openService, type Service } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway } from '../testing/prefilled-gateway.js';
import { WRONG_CLAIMS } from '../testing/wrong-servers/wrong-claims.data.js';
import { WRONG_FORMS } from '../testing/wrong-servers/wrong-forms.data.js';
import { WRONG_LOADS } from '../testing/wrong-servers/wrong-numbers.data.js';
import type { WrongServer } from '../testing/wrong-servers/wrong-server.js';
import { WRONG_WAITS, WRONG_WIRES } from '../testing/wrong-servers/wrong-wires.data.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const STEADY = [...WRONG_LOADS, ...WRONG_CLAIMS, ...WRONG_FORMS, ...WRONG_WIRES];

let gateway: PrefilledGateway;
let kept: Ask;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  kept = remembering(asker(gateway.target));
}, 120_000);
afterAll(() => gateway.stop());

/** Answers of the sound service, so that a wrong one costs few requests of its own. */
function remembering(inner: Ask): Ask {
  const answers = new Map<string, Promise<Answer>>();
  return (path, options = {}) => {
    const name = JSON.stringify([path, options]);
    const known = answers.get(name) ?? inner(path, options);
    answers.set(name, known);
    return known;
  };
}

/** These count requests, so they mean nothing from memory. */
const COUNTS = /costs one|is free|and free|rate_limited|request ids|Retry-After/;

const open = (ask: Ask): Promise<Service> =>
  openService(gateway.target, { ask, wait: gateway.wait, longestWaitSeconds: 3_700 });

async function noticing({ noticedBy, serve }: WrongServer): Promise<{ check: Check | undefined; sound: Service }> {
  const named = CHECKS.filter(({ name }) => name.startsWith(noticedBy));
  expect(named.length, `no check begins with: ${noticedBy}`).toBeGreaterThan(0);
  for (const check of named) {
    const sound = await open(COUNTS.test(check.name) ? asker(gateway.target) : kept);
    const wrong = { ...sound, ask: serve(sound.ask) };
    if ((await runCheck(check, wrong)).outcome === 'failed') return { check, sound };
  }
  return { check: undefined, sound: await open(kept) };
}

describe.each([
  { title: 'a server is noticed in which', servers: STEADY },
  { title: 'a server is noticed by waiting, in which', servers: WRONG_WAITS },
])(
  '$title',
  ({ servers }) => {
    test.each(servers.map((server) => ({ name: server.name, server })))('$name', async ({ server }) => {
      const { check, sound } = await noticing(server);
      expect(check, `nothing beginning with "${server.noticedBy}" failed`).toBeDefined();
      expect(await runCheck(check!, sound)).toEqual({ check, outcome: 'passed' });
    });
  },
  60_000,
);

test('each has its own name', () => {
  const names = [...STEADY, ...WRONG_WAITS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(25);
});
