import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Check, runCheck } from '../check.js';
import { CHECKS } from '../checks.js';
import { type Answer, type Ask, asker, openService, type Service } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway, startReplayedGateway } from '../testing/prefilled-gateway.js';
import { REAL_WEEKS } from '../testing/real-weeks.js';
import { WRONG_CLAIMS } from '../testing/wrong-servers/wrong-claims.data.js';
import { WRONG_FORMS } from '../testing/wrong-servers/wrong-forms.data.js';
import { WRONG_LOADS } from '../testing/wrong-servers/wrong-numbers.data.js';
import { WRONG_PLANS } from '../testing/wrong-servers/wrong-plans.data.js';
import { WRONG_WAITS, WRONG_WIRES } from '../testing/wrong-servers/wrong-wires.data.js';

/** Ten seconds of CPU, on a machine that is busy with much else. */
const SLOW_START_MS = 600_000;

vi.setConfig({ testTimeout: SLOW_START_MS });

const STEADY = [...WRONG_LOADS, ...WRONG_CLAIMS, ...WRONG_FORMS, ...WRONG_WIRES];
const LIMITED = [...WRONG_PLANS, ...WRONG_WAITS];

let gateway: PrefilledGateway;
/** Plays February 2021 again, so that hours may pass at the gate while the data stay; its monitors have findings. */
let replay: PrefilledGateway;
let kept: Ask;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  replay = await startReplayedGateway(REAL_WEEKS[0]);
  kept = remembering(asker(gateway.target));
}, SLOW_START_MS);
afterAll(async () => {
  await replay?.stop();
  await gateway?.stop();
});

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
const COUNTS = /costs one|is free|and free|request ids/;

const openSteady = ({ name }: Check): Promise<Service> =>
  openService(gateway.target, { ask: COUNTS.test(name) ? asker(gateway.target) : kept });

/** Monitors look for the first time twenty seconds after the start. */
async function isDegraded(): Promise<void> {
  const { text } = await asker(replay.target)('/v1/health', { key: null });
  expect(JSON.parse(text).status).toBe('degraded');
}

/** A day later: the account on small plans may ask again. */
async function openNextDay(): Promise<Service> {
  await vi.waitFor(isDegraded, { timeout: 100_000, interval: 200 });
  await replay.wait(86_400);
  return openService(replay.target, { wait: replay.wait, longestWaitSeconds: 3_600 });
}

describe.each([
  { title: 'a server is noticed in which', servers: STEADY, open: openSteady },
  { title: 'a server is noticed on a day of its own, in which', servers: LIMITED, open: openNextDay },
])('$title', ({ servers, open }) => {
  test.each(servers)('$name', async ({ noticedBy, serve }) => {
    const named = CHECKS.filter(({ name }) => name.startsWith(noticedBy));
    expect(named.length, `no check begins with: ${noticedBy}`).toBeGreaterThan(0);
    for (const check of named) {
      const sound = await open(check);
      if ((await runCheck(check, { ...sound, ask: serve(sound.ask) })).outcome !== 'failed') continue;
      expect(await runCheck(check, await open(check))).toEqual({ check, outcome: 'passed' });
      return;
    }
    expect.fail(`nothing beginning with "${noticedBy}" failed`);
  });
});

test('each has its own name', () => {
  const names = [...STEADY, ...LIMITED].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
