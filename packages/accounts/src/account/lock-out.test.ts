import { beforeEach, expect, test } from 'vitest';
import { createAccountLimits } from './limits/account-limits.js';
import { type AccountServer, cookieOf, openAccountServer, TEST_PASSWORD } from './testing/account-server.js';

const ANN = { email: 'ann@example.org', password: TEST_PASSWORD };
const DAY = 24 * 3_600_000;

let server: AccountServer;
let device: string;
beforeEach(async () => {
  server = await openAccountServer();
  device = await server.signedIn(ANN.email);
});

async function attempt(address: string, { password = TEST_PASSWORD, cookie = '' } = {}): Promise<number> {
  server.address = address;
  const { status } = await server.ask('POST', '/sign-in', { body: { ...ANN, password }, cookie });
  return status;
}

/** Failures of strangers, without the work of their passwords. */
async function strangersFailed(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await server.access.attempts.add(`failure ${ANN.email}`, DAY, server.now);
}

/** Makes as many failed attempts as slow strangers down. */
async function attacked(): Promise<void> {
  await strangersFailed(60);
  expect(await attempt('198.51.100.1')).toBe(429);
}

// docs/faults.md: fault 93
test('while strangers guess, the owner signs in from a known device anywhere and from a known network', async () => {
  await strangersFailed(45);
  for (let n = 0; n < 15; n += 1) await attempt(`203.0.113.${n}`, { password: 'a wrong password' });
  expect(await attempt('198.51.100.1')).toBe(429);
  expect(await attempt('198.51.100.2', { cookie: device })).toBe(200);
  expect(await attempt('192.0.2.1')).toBe(200);
  expect(await attempt('198.51.100.3')).toBe(429);
});

// docs/faults.md: fault 93
test('the cookie of a session that has ended, or was signed out of elsewhere, still names the device for 90 days', async () => {
  server.now += 30 * DAY;
  await attacked();
  expect((await server.ask('GET', '', { cookie: device })).status).toBe(401);
  expect(await attempt('198.51.100.2', { cookie: device })).toBe(200);
  server.now += 61 * DAY;
  await attacked();
  expect(await attempt('198.51.100.3', { cookie: device })).toBe(429);
});

// docs/faults.md: fault 93
test('a device of another account is a stranger, and so is a made-up cookie', async () => {
  server.address = '198.51.100.9';
  const other = await server.signedIn('bob@example.org');
  await attacked();
  expect(await attempt('198.51.100.2', { cookie: other })).toBe(429);
  expect(await attempt('198.51.100.2', { cookie: `${device.slice(0, -2)}zz` })).toBe(429);
});

// docs/faults.md: fault 93
test('a known device that guesses is slowed by its own failures, and nobody else is', async () => {
  for (let n = 0; n < 5; n += 1) {
    expect(await attempt('198.51.100.2', { cookie: device, password: 'a wrong password' })).toBe(401);
  }
  expect(await attempt('198.51.100.2', { cookie: device })).toBe(429);
  expect(await attempt('198.51.100.3')).toBe(200);
});

// docs/faults.md: fault 93
test('an address that used up its attempts on other e-mails still lets a known device in', async () => {
  server.address = '192.0.2.1';
  const nobody = { email: 'nobody@example.org', password: 'a wrong password' };
  const { signInsPerAddress } = createAccountLimits(server.access.attempts);
  for (let n = 0; n < 110; n += 1) await signInsPerAddress.charge('192.0.2.1', server.now);
  for (let n = 0; n < 15; n += 1) {
    await server.ask('POST', '/sign-in', { body: { ...nobody, email: `n${n}@example.org` } });
  }
  expect(await attempt('192.0.2.1')).toBe(429);
  expect(await attempt('192.0.2.1', { cookie: device })).toBe(200);
});

test('a device and a network that were known before a new password are strangers after it', async () => {
  server.address = '203.0.113.7';
  const own = cookieOf((await server.ask('POST', '/sign-in', { body: ANN })).headers);
  const password = 'an entirely new passphrase';
  const changed = await server.ask('POST', '/password', { cookie: own, body: { current: TEST_PASSWORD, password } });
  expect(changed.status).toBe(200);
  await attacked();
  expect(await attempt('198.51.100.2', { cookie: device, password })).toBe(429);
  expect(await attempt('192.0.2.1', { password })).toBe(429);
  expect(await attempt('198.51.100.2', { cookie: cookieOf(changed.headers), password })).toBe(200);
});

// docs/faults.md: fault 93
test.each([
  { name: 'a stranger', cookie: () => '', address: '198.51.100.2' },
  { name: 'a known device', cookie: () => device, address: '198.51.100.2' },
])('of 64 sign-ins at once by $name five reach the password', async ({ cookie, address }) => {
  const password = 'a wrong password';
  server.address = address;
  const attempts = Array.from({ length: 64 }, () =>
    server.ask('POST', '/sign-in', { body: { ...ANN, password }, cookie: cookie() }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(59);
});

test('every sign-in keeps its device and its network known', async () => {
  const second = await server.ask('POST', '/sign-in', { body: ANN, headers: {} });
  server.now += 89 * DAY;
  await server.ask('POST', '/sign-in', { body: ANN, cookie: cookieOf(second.headers) });
  server.now += 2 * DAY;
  await attacked();
  expect(await attempt('192.0.2.1')).toBe(200);
});
