import { ServiceError } from '@loadcast/core';
import { CallerGone } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { reportFailure } from '../../serve-requests.js';

const unavailable = (cause?: Error) =>
  new ServiceError('unavailable', 'The answer took longer than 30 seconds.', { retryAfterSeconds: 5 }, { cause });

// docs/faults.md: faults 75, 101
test.each([
  { name: 'a caller who left', thrown: new CallerGone(), logged: 0 },
  { name: 'an answer whose time was up', thrown: unavailable(), logged: 0 },
  { name: 'a store that was away', thrown: unavailable(new Error('no connection')), logged: 1 },
  { name: 'anything else', thrown: new TypeError('not a function'), logged: 1 },
  { name: 'what is no error', thrown: 'hunter2', logged: 1 },
])('$name makes $logged lines of level error', ({ thrown, logged }) => {
  const lines: unknown[] = [];
  reportFailure({ error: (line: unknown) => void lines.push(line) }, thrown, { requestId: 'r1' });
  expect(lines).toEqual(Array.from({ length: logged }, () => ({ err: thrown, requestId: 'r1' })));
});
