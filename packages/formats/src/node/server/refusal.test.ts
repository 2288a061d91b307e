import { expect, test } from 'vitest';
import { refusalReply } from './refusal.js';

test('a refusal has the status of its code, names what is wrong, and closes the connection', () => {
  const reply = refusalReply(
    { code: 'misdirected_request', what: 'Host', expected: 'ours' },
    { requestId: 'r1', baseUrl: 'http://h' },
  );
  expect(reply.status).toBe(421);
  expect(reply.headers['connection']).toBe('close');
  expect(JSON.parse(String(reply.body)).error).toMatchObject({
    code: 'misdirected_request',
    message: 'Host: expected ours',
    request_id: 'r1',
    details: { expected: 'ours' },
  });
});
