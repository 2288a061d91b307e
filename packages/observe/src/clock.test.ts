import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { clockStartingAt } from './clock.js';

test.each([1, 60])(
  'the clock of a replay starts where it is told and runs %d times as fast as real time',
  async (speed) => {
    const before = performance.now();
    const clock = clockStartingAt(1_000_000, speed);
    const after = performance.now();
    await sleep(20);
    const asked = performance.now();
    const shown = clock.now() - 1_000_000;
    const answered = performance.now();
    expect(clock.speed).toBe(speed);
    expect(shown).toBeGreaterThanOrEqual(Math.floor(speed * (asked - after)));
    expect(shown).toBeLessThanOrEqual(speed * (answered - before));
  },
);
