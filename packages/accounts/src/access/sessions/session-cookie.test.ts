import { HOUR_MS } from '@loadcast/core';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { createAccount } from '../create-account.js';
import { COOKIE_NAME, endSession, readSession, startSession } from './session-cookie.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function started() {
  const store = memoryControlStore();
  const account = (await createAccount(store, { email: 'ann@example.org' }, NOW))!;
  const [cookie = ''] = (
    await startSession(store, account.id, { from: '192.0.2.1', agent: 'a browser', network: '192.0.2.1' }, NOW)
  ).split(';');
  return { store, account, cookie, token: cookie.slice(COOKIE_NAME.length + 1) };
}

test.each([
  { name: 'alone', header: (token: string) => `${COOKIE_NAME}=${token}`, found: true },
  { name: 'between others', header: (token: string) => `x=1; ${COOKIE_NAME}=${token}; y=2`, found: true },
  { name: 'after one that is malformed', header: (t: string) => `${COOKIE_NAME}=x; ${COOKIE_NAME}=${t}`, found: true },
  { name: 'without the prefix of its name', header: (token: string) => `loadcast-session=${token}`, found: false },
  { name: 'one character short', header: (token: string) => `${COOKIE_NAME}=${token.slice(1)}`, found: false },
  { name: 'one character long', header: (token: string) => `${COOKIE_NAME}=${token}A`, found: false },
  { name: 'in quotes', header: (token: string) => `${COOKIE_NAME}="${token}"`, found: false },
  { name: 'of nobody', header: () => `${COOKIE_NAME}=${'A'.repeat(43)}`, found: false },
  { name: 'absent', header: () => undefined, found: false },
])('a session cookie $name: found $found', async ({ header, found }) => {
  const { store, account, token } = await started();
  const session = await readSession(store, header(token), NOW);
  expect(session?.accountId).toBe(found ? account.id : undefined);
});

test('a session ends two hours after its last use, and a day after its start however it is used', async () => {
  const { store, cookie } = await started();
  for (let now = NOW; now < NOW + 24 * HOUR_MS; now += 2 * HOUR_MS - 1) {
    expect(await readSession(store, cookie, now)).toBeDefined();
  }
  expect(await readSession(store, cookie, NOW + 24 * HOUR_MS)).toBeUndefined();
  const idle = await started();
  expect(await readSession(idle.store, idle.cookie, NOW + 2 * HOUR_MS)).toBeUndefined();
});

test('an ended session is not found, and the store never holds its token', async () => {
  const { store, cookie, token } = await started();
  expect((await readSession(store, cookie, NOW))?.sha256).not.toContain(token);
  await endSession(store, cookie);
  expect(await readSession(store, cookie, NOW)).toBeUndefined();
});
