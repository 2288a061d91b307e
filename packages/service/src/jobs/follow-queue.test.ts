import type { QueueState } from '@loadcast/storage/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { followQueue, queueGauges, queueTrouble } from './follow-queue.js';

const MINUTE = 60_000;
const IDLE: QueueState = { waiting: 0, oldestMs: null, untakenMs: null, dead: 0 };

test.each([
  { name: 'a queue that nobody has made', state: undefined, minutes: undefined },
  { name: 'a queue without jobs', state: IDLE, minutes: undefined },
  { name: 'jobs that wait while others are taken', untakenMs: 5 * MINUTE - 1, minutes: undefined },
  { name: 'jobs that nobody has taken for five minutes', untakenMs: 5 * MINUTE, minutes: 5 },
  { name: 'jobs that nobody has taken for an hour', untakenMs: 60.9 * MINUTE, minutes: 60 },
])('$name: a finding of $minutes minutes', ({ minutes, untakenMs, state }) => {
  const seen = untakenMs === undefined ? state : { ...IDLE, waiting: 3, oldestMs: 90 * MINUTE, untakenMs };
  const message = `No \`loadcast work\` process has taken a job for ${minutes} minutes; run \`loadcast work\``;
  expect(queueTrouble(seen)).toBe(minutes === undefined ? undefined : message);
});

test.each([
  { name: 'no queue has no rows', state: undefined, rows: [[], [], []] },
  { name: 'an idle queue has zeros', state: IDLE, rows: [[0], [0], [0]] },
  {
    name: 'a busy queue has its figures',
    state: { waiting: 7, oldestMs: 90_400, untakenMs: 1, dead: 2 },
    rows: [[7], [90], [2]],
  },
])('$name', ({ state, rows }) => {
  const read = queueGauges(() => state).map((gauge) => [...gauge.read()].map(([, value]) => value));
  expect(read).toEqual(rows);
});

test('the last state stands while the store does not answer', async () => {
  const queue = followQueue(async () => IDLE);
  const away = followQueue(() => Promise.reject(new Error('away')));
  onTestFinished(() => {
    queue.close();
    away.close();
  });
  await expect.poll(queue.state).toEqual(IDLE);
  expect(away.state()).toBeUndefined();
});
