import { ServiceError } from '@loadcast/core';
import type { IssueJobs } from '@loadcast/storage/postgres';
import { expect, test } from 'vitest';
import { makeByQueue } from './make-by-queue.js';

const NOW = Date.UTC(2026, 6, 1);
const DUE = { areaId: 'pjm', reason: 'gate', issuedAt: NOW, plannedAt: NOW, newestIssuedAt: undefined } as const;
const AWAY = new ServiceError('unavailable', 'the store does not answer', { retryAfterSeconds: 2 });

// An area whose forecast failed is tried again two minutes later, and after that later still.
test.each([
  { name: 'a connection that breaks is no failure of the area: the next round plans it', thrown: AWAY, failed: false },
  { name: 'any other error is', thrown: new Error('no such table'), failed: true },
])('$name', async ({ thrown, failed }) => {
  const warned: unknown[] = [];
  const jobs = { add: () => Promise.reject(thrown) } as unknown as IssueJobs;
  const { make } = makeByQueue(jobs, { warn: ({ err }: { err: unknown }) => void warned.push(err) } as never);
  const made = await make(DUE).catch((error: unknown) => error);
  expect({ made, warned }).toEqual(
    failed ? { made: thrown, warned: [] } : { made: { outcome: 'superseded' }, warned: [AWAY] },
  );
});
