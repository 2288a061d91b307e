import { createAccount } from '@loadcast/accounts';
import { CONTRACT_AREAS } from '@loadcast/core';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { keyCommands } from './keys.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function opened() {
  const store = memoryControlStore();
  await createAccount(store, { email: 'ann@example.org', plans: { a: 'developer' } }, NOW);
  let now = NOW;
  const commands = keyCommands(async () => ({ areas: CONTRACT_AREAS, store, close: async () => {} }));
  const run = (line: string) => runCli(commands, line.split(' '), { now: () => now });
  return {
    run,
    json: async (line: string) => JSON.parse((await run(`${line} --json`)).out.join('\n')),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test.each([
  { expires: '90d', at: '2027-02-19T08:30:00Z' },
  { expires: '12h', at: '2026-11-21T20:30:00Z' },
  { expires: '2027-01-01T00:00:00-05:00', at: '2027-01-01T05:00:00Z' },
])('--expires $expires is $at', async ({ expires, at }) => {
  const { json } = await opened();
  expect(await json(`keys create --account ann@example.org --expires ${expires}`)).toMatchObject({
    state: 'active',
    created_at: '2026-11-21T08:30:00Z',
    expires_at: at,
  });
});

test.each([
  { overlap: '', state: 'rotated', endsAt: '2026-11-22T08:30:00Z' },
  { overlap: '--overlap 30m', state: 'rotated', endsAt: '2026-11-21T09:00:00Z' },
  { overlap: '--overlap 0s', state: 'expired', endsAt: '2026-11-21T08:30:00Z' },
])('keys rotate $overlap: the old key is $state until $endsAt', async ({ overlap, state, endsAt }) => {
  const { json } = await opened();
  const { id } = await json('keys create --account ann@example.org');
  await json(`keys rotate ${id} ${overlap}`.trim());
  const [old] = await json('keys list --account ann@example.org');
  expect(old).toMatchObject({ id, state, expires_at: endsAt });
});

test('the table shows the state and times as JSON does, and "never" where there is none', async () => {
  const { run, json, wait } = await opened();
  const { id, last4 } = await json('keys create --account ann@example.org --label ci --expires 1h');
  wait(3_600_000);
  const { out } = await run('keys list --account ann@example.org');
  expect(out.map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'ends in', 'state', 'created', 'expires', 'last used', 'label'],
    [id, `...${last4}`, 'expired', '2026-11-21T08:30:00Z', '2026-11-21T09:30:00Z', 'never', 'ci'],
  ]);
});

test('a key that was revoked before is no failure', async () => {
  const { run, json } = await opened();
  const { id } = await json('keys create --account ann@example.org');
  expect(await run(`keys revoke ${id}`)).toMatchObject({ status: 0, out: [`revoked ${id}`] });
  expect(await run(`keys revoke ${id}`)).toMatchObject({ status: 0, out: [`${id} was revoked before`] });
});
