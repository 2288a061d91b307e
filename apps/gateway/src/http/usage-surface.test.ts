import { json } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import { expect, test } from 'vitest';
import { createUsage } from './usage-surface.js';

const surface = createUsage(
  {
    usage: async ({ accountId }, now) => json(200, { accountId, now }, { 'cache-control': 'private, no-store' }),
    usageHistory: async ({ accountId }, days, now) => json(200, { accountId, days, now }),
  },
  () => 42,
);

test.each([
  { path: '', anonymous: false, status: 200 },
  { path: '', anonymous: true, status: 401 },
  { path: '/x', anonymous: false, status: 404 },
])('usage at "$path", without a key: $anonymous, is $status', async ({ path, anonymous, status }) => {
  expect((await ask(surface, '', { receivedAt: 0, path, anonymous })).status).toBe(status);
});

test('usage is that of the key’s account at the wall clock, and is never stored', async () => {
  const { text, headers } = await ask(surface, '', { receivedAt: 0 });
  expect(JSON.parse(text)).toEqual({ accountId: 'account', now: 42 });
  expect(headers['cache-control']).toBe('private, no-store');
});

test.each([
  { query: '', days: 30 },
  { query: 'days=7', days: 7 },
  { query: 'days=30', days: 30 },
])('usage history with "$query" is that of $days days', async ({ query, days }) => {
  const { text } = await ask(surface, query, { receivedAt: 0, path: '/history' });
  expect(JSON.parse(text)).toEqual({ accountId: 'account', days, now: 42 });
});

test.each(['days=0', 'days=31', 'days=x', 'days=07', 'as_of=2026-01-01T00:00:00Z'])('%s is refused', async (query) => {
  expect((await ask(surface, query, { receivedAt: 0, path: '/history' })).status).toBe(400);
});
