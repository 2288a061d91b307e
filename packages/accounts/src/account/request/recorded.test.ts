import { ServiceError } from '@loadcast/core';
import { CallerGone } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import type { NewSecurityEvent } from '../../access/events/security-events.js';
import { recorded } from './recorded.js';

const CALL = { trace: {}, address: '192.0.2.1', now: Date.UTC(2026, 10, 21, 8, 30), note: {} };

test.each([
  {
    name: 'what the caller did wrong is a refusal',
    thrown: new ServiceError('unauthorized', 'Sign in first.', undefined),
    outcome: 'refused',
    detail: 'unauthorized',
  },
  {
    name: 'a service that is away is a failure',
    thrown: new ServiceError('unavailable', 'The store is away.', { retryAfterSeconds: 5 }),
    outcome: 'failed',
    detail: 'unavailable',
  },
  { name: 'an unknown error is a failure', thrown: new Error('?'), outcome: 'failed', detail: 'internal_error' },
  {
    name: 'a caller who leaves is no failure of the service',
    thrown: new CallerGone(),
    outcome: 'refused',
    detail: 'caller_gone',
  },
])('$name', async ({ thrown, outcome, detail }) => {
  const events: NewSecurityEvent[] = [];
  const deps = {
    events: {
      record: async (event: NewSecurityEvent) => void events.push(event),
      isOwn: () => true,
      flush: async () => {},
      sweep: async () => {},
    },
    writtenAddress: (address: string) => address,
  };
  const answer = recorded<typeof CALL>('sign-in', () => Promise.reject(thrown), deps);
  await expect(answer(CALL)).rejects.toBe(thrown);
  expect(events).toMatchObject([{ kind: 'sign-in', outcome, detail }]);
});
