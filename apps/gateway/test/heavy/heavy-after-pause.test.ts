import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { report, zip } from './heavy-reports.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A pause of the event loop: over half a second the mean wait for it is then above `loopDelayMs`. */
const PAUSE_MS = 1_500;
let world: ServedWorld;

beforeAll(async () => {
  world = await serveWorld({}, { workload: { lightPrice: 20 } });
});

afterAll(async () => {
  await world?.stop();
  world?.remove();
});

/** Blocks the process, as a machine does that is given no core for a while. */
function pause(): void {
  const until = performance.now() + PAUSE_MS;
  while (performance.now() < until);
}

// docs/faults.md: fault 103
test.each([
  { name: 'a report', path: report(0) },
  { name: 'an archive', path: zip(0) },
])('$name that is asked for right after a pause of the machine waits and is answered', async ({ path }) => {
  const key = await world.keyOf({ b: 'trial' });
  pause();
  const answer = await fetch(world.url + path, { headers: { authorization: `Bearer ${key}` } });
  expect({ status: answer.status, text: (await answer.text()).slice(0, 300) }).toMatchObject({ status: 200 });
  const line = world.log.findLast((each) => each.includes('"msg":"request"') && each.includes(path.split('?')[0]!));
  expect(JSON.parse(line!)).toMatchObject({ waitedMs: expect.any(Number) });
});
