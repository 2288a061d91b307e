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
  const { failuresPerAccount } = createAccountLimits(server.access.attempts);
  for (let n = 0; n < times; n += 1) await failuresPerAccount.failed(ANN.email, server.now);
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

test('every sign-in keeps its device and its network known', async () => {
  const second = await server.ask('POST', '/sign-in', { body: ANN, headers: {} });
  server.now += 89 * DAY;
  await server.ask('POST', '/sign-in', { body: ANN, cookie: cookieOf(second.headers) });
  server.now += 2 * DAY;
  await attacked();
  expect(await attempt('192.0.2.1')).toBe(200);
});
