import { sha256 } from '@loadcast/accounts';
import { CONTRACT_AREAS } from '@loadcast/core';
import { memoryControlStore, testSession } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { accountAccessCommands } from './account-access.js';
import { accountCommands } from './accounts.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function opened() {
  const store = memoryControlStore();
  const open = async () => ({ areas: CONTRACT_AREAS, store, close: async () => {} });
  const commands = [...accountCommands(open), ...accountAccessCommands(open)];
  const env = { BASE_URL: 'https://loadcast.example.org/' };
  const run = (line: string | string[]) =>
    runCli(commands, typeof line === 'string' ? line.split(' ') : line, { now: () => NOW, env });
  await run('accounts create --email ann@example.org');
  const account = (await store.accountByEmail('ann@example.org'))!;
  const kinds = async () => (await store.events({ limit: 9 })).map(({ kind }) => kind);
  return { store, run, account, kinds };
}

test('set-password --link prints a link whose digest is kept for a day', async () => {
  const { store, run, account, kinds } = await opened();
  const { out } = await run('accounts set-password --account ann@example.org --link');
  expect(out[0]).toMatch(/^https:\/\/loadcast\.example\.org\/account\/reset\?token=[\w-]{43}$/);
  const link = await store.link(sha256(out[0]!.split('=')[1]!), 'reset', NOW + 86_400_000 - 1);
  expect(link).toMatchObject({ accountId: account.id, expiresAt: NOW + 86_400_000 });
  expect(await kinds()).toContain('reset-asked');
});

test('suspend and resume', async () => {
  const { store, run, account, kinds } = await opened();
  expect((await run('accounts suspend --account ann@example.org')).status).toBe(0);
  expect((await store.account(account.id))?.suspendedAt).toBe(NOW);
  expect((await run('accounts list')).out[1]).toContain('suspended');
  expect((await run('accounts resume --account ann@example.org')).status).toBe(0);
  expect((await store.account(account.id))?.suspendedAt).toBeNull();
  expect(await kinds()).toEqual(expect.arrayContaining(['suspended', 'resumed']));
});

test('sessions are listed, and ended one by one or all', async () => {
  const { store, run, account } = await opened();
  const times = { createdAt: NOW, usedAt: NOW, idleAt: NOW + 1_000, expiresAt: NOW + 1_000 };
  const [one, two, three] = [1, 2, 3].map(() => testSession(account.id, times));
  for (const session of [one!, two!, three!]) await store.createSession(session);
  const list = async (more = '') =>
    JSON.parse((await run(`accounts sessions --account ann@example.org --json${more}`)).out[0]!);
  expect(await list()).toHaveLength(3);
  expect(await list(` --end ${two!.id}`)).toHaveLength(2);
  expect((await run('accounts sessions --account ann@example.org --end ses_none')).status).toBe(1);
  expect(await list(' --end all')).toEqual([]);
});

test('a second factor is removed with what proved who asks, which the record of security events keeps', async () => {
  const { store, run, account } = await opened();
  await store.offerSecondFactor(account.id, 'SECRET');
  await store.confirmSecondFactor(account.id, NOW, []);
  const line = ['accounts', 'remove-second-factor', '--account', 'ann@example.org', '--evidence'];
  const ran = (evidence: string) => run([...line, evidence]);
  expect((await ran('ok')).status).toBe(2);
  expect(await store.secondFactor(account.id)).toBeDefined();
  expect((await ran('called back,\tcontract 4711')).status).toBe(0);
  expect(await store.secondFactor(account.id)).toBeUndefined();
  const [event] = await store.events({ kind: 'second-factor-removed', limit: 1 });
  expect(event).toMatchObject({ accountId: account.id, via: 'cli', detail: 'evidence: called back, contract 4711' });
});

test('invite prints an invitation whose digest is kept, for an address or anybody', async () => {
  const { store, run } = await opened();
  const invited = JSON.parse((await run('accounts invite --email Bob@example.org --expires 2d --json')).out[0]!);
  expect(invited).toMatchObject({ email: 'bob@example.org', expires_at: '2026-11-23T08:30:00Z' });
  expect(await store.link(sha256(invited.invitation), 'invite', NOW)).toMatchObject({ email: 'bob@example.org' });
  const [token = ''] = (await run('accounts invite')).out;
  expect(await store.link(sha256(token), 'invite', NOW)).toMatchObject({ email: null });
});

test.each([
  ['accounts set-password --account ann@example.org', 2],
  ['accounts set-password --account ann@example.org --link --password-stdin', 2],
  ['accounts set-password --account bob@example.org --link', 1],
  ['accounts suspend --account bob@example.org', 1],
  ['accounts remove-second-factor --account ann@example.org', 2],
  ['accounts invite --email nobody', 1],
  ['accounts invite --expires 1m', 2],
])('%s ends with %i', async (line, status) => {
  const { run } = await opened();
  expect((await run(line)).status).toBe(status);
});
