import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readWebhook } from '../index.js';

const SECRET = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`;
const EVENT = { id: 'evt_7', type: 'run.published', at: '2026-11-21T16:00:00Z', region: 'PJM', data: {} };
const BODY = JSON.stringify(EVENT);
const other = `whsec_${Buffer.from('another secret').toString('base64')}`;

/** Headers as the service writes them. */
function signed(ageSeconds = 0, secret = SECRET): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_7.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': 'evt_7', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test.each([
  { name: 'as headers of Node', headers: signed() },
  { name: 'as headers of Fetch', headers: new Headers(signed()) },
  { name: 'four minutes old', headers: signed(240) },
  {
    name: 'with a signature of another version before it',
    headers: { ...signed(), 'webhook-signature': `v2,x ${signed()['webhook-signature']}` },
  },
  {
    name: 'signed with a new secret and, while it is rotated, with the one before',
    headers: {
      ...signed(),
      'webhook-signature': `${signed(0, other)['webhook-signature']} ${signed()['webhook-signature']}`,
    },
  },
])('a call $name gives its event', async ({ headers }) => {
  expect(await readWebhook(SECRET, headers, BODY)).toEqual(EVENT);
});

test.each([
  { name: 'another body', headers: signed(), body: `${BODY} ` },
  { name: 'another id', headers: { ...signed(), 'webhook-id': 'evt_8' } },
  { name: 'another secret', headers: signed(0, other) },
  { name: 'ten minutes of age', headers: signed(600) },
  { name: 'ten minutes ahead', headers: signed(-600) },
  { name: 'no signature', headers: {} },
  { name: 'a signature that is no base64', headers: { ...signed(), 'webhook-signature': 'v1,*' } },
  { name: 'no timestamp', headers: { ...signed(), 'webhook-timestamp': '' } },
])('a call with $name is refused', async ({ headers, body = BODY }) => {
  await expect(readWebhook(SECRET, headers, body)).rejects.toMatchObject({ code: 'invalid_signature' });
});
