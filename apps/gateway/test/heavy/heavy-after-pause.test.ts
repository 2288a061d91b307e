import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;
/** Of the event loop: over half a second the mean wait for it is then above `HEAVY_LOOP_DELAY_MS`. */
const PAUSE_MS = 1_500;
let world: ServedWorld;

beforeAll(async () => {
  world = await serveWorld({ HEAVY_ROWS: '20' });
});

afterAll(async () => {
  await world?.stop();
  world?.remove();
});

/** As a machine does that is given no core for a while. */
function pause(): void {
  const until = performance.now() + PAUSE_MS;
  while (performance.now() < until);
}

const hour = (hoursAgo: number) => new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS).toISOString();
const compact = (hoursAgo: number) => `${hour(hoursAgo).slice(0, 16).replaceAll('-', '')}-0000`;

// docs/faults.md: fault 103
test.each([
  { name: 'a report', plans: { b: 'trial' }, path: '/oasis?queryname=SLD_ACTUAL&resultformat=5&version=1' },
  { name: 'an archive', plans: { b: 'trial' }, path: '/oasisapi/SingleZip?queryname=SLD_FCST&version=1' },
])('$name that is asked for right after a pause of the machine waits and is answered', async ({ plans, path }) => {
  const key = await world.keyOf(plans);
  const range = `startdatetime=${compact(96)}&enddatetime=${compact(24)}`;
  pause();
  const answer = await fetch(`${world.url}${path}&${range}`, { headers: { authorization: `Bearer ${key}` } });
  expect({ status: answer.status, text: (await answer.text()).slice(0, 300) }).toMatchObject({ status: 200 });
  const line = world.log.findLast((each) => each.includes('"msg":"request"') && each.includes(path.split('?')[0]!));
  expect(JSON.parse(line!)).toMatchObject({ waitedMs: expect.any(Number) });
});
