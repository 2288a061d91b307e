import { expect, test } from 'vitest';
import { refreshOnceARound } from './open-worker.js';

const FAILS = 'the store does not answer';

test.each([
  { name: 'tasks of one round read once', rounds: [5, 5, 5], failing: 0, reads: 1, failed: 0 },
  { name: 'a later round reads again', rounds: [5, 6, 6], failing: 0, reads: 2, failed: 0 },
  { name: 'a task of an earlier round reads nothing', rounds: [6, 5], failing: 0, reads: 1, failed: 0 },
  {
    name: 'the next task of a round whose read failed reads again',
    rounds: [5, 5, 5],
    failing: 1,
    reads: 2,
    failed: 1,
  },
  { name: 'an earlier round reads again after a later one failed', rounds: [6, 5, 5], failing: 1, reads: 2, failed: 1 },
])('$name', async ({ rounds, failing, reads, failed }) => {
  let asked = 0;
  const refresh = refreshOnceARound({
    async refresh() {
      asked += 1;
      if (asked <= failing) throw new Error(FAILS);
    },
  });
  let refused = 0;
  for (const round of rounds) await refresh(round).catch(() => (refused += 1));
  expect({ reads: asked, failed: refused }).toEqual({ reads, failed });
});
