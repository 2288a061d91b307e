import { operatorName } from '@loadcast/accounts';
import { CONTRACT_AREAS } from '@loadcast/core';
import { memoryControlStore, testEvent } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { accountCommands } from './accounts.js';
import { auditCommand } from './audit.js';
import { keyCommands } from './keys.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

function opened() {
  const store = memoryControlStore();
  const open = async () => ({ areas: CONTRACT_AREAS, store, close: async () => {} });
  const commands = [...accountCommands(open), ...keyCommands(open), auditCommand(open)];
  let now = NOW - 1_000;
  const tick = () => {
    now += 1;
    return now;
  };
  const run = (line: string) => runCli(commands, line.split(' '), { now: tick, env: { HOST: '0.0.0.0' } });
  return { store, run, json: async (line: string) => JSON.parse((await run(`${line} --json`)).out.join('\n')) };
}

test('every command that changes an account or a key is an event of the operator', async () => {
  const { run, json } = opened();
  const account = await json('accounts create --email ann@example.org');
  await run('accounts set-plan --account ann@example.org --plan-a team');
  const key = await json('keys create --account ann@example.org');
  const next = await json(`keys rotate ${key.id}`);
  await run(`keys revoke ${next.id}`);
  await run(`keys revoke ${next.id}`);
  await run('accounts delete --account ann@example.org');
  const events = await json(`audit --account ${account.id}`);
  expect(events.map((row: Record<string, string>) => [row['event'], row['key_id'], row['detail']])).toEqual(
    [
      ['account-made', null, 'a free, b trial, c none'],
      ['plan-set', null, 'a team, b trial, c none'],
      ['key-made', key.id, ''],
      ['key-rotated', key.id, `successor ${next.id}`],
      ['key-revoked', next.id, ''],
      ['account-deleted', null, ''],
    ].toReversed(),
  );
  for (const event of events) {
    expect(event).toMatchObject({ account_id: account.id, via: 'cli', from: operatorName(), outcome: 'done' });
  }
});

test.each([
  { line: 'audit', found: 3 },
  { line: 'audit --limit 2', found: 2 },
  { line: 'audit --event key-made', found: 1 },
  { line: 'audit --outcome refused', found: 1 },
  { line: 'audit --since 2h', found: 2 },
  { line: 'audit --since 2026-11-21T08:00:00Z', found: 1 },
  { line: 'audit --until 2026-11-21T07:00:00Z', found: 1 },
  { line: 'audit --account acc_1 --since 2h', found: 1 },
])('$line finds $found', async ({ line, found }) => {
  const { store, run, json } = opened();
  await store.addEvents([
    testEvent({ at: NOW - 3 * 3_600_000, accountId: 'acc_1' }),
    testEvent({ at: NOW - 3_600_000, accountId: 'acc_1', outcome: 'refused' }),
    testEvent({ at: NOW - 60_000, accountId: null, kind: 'key-made' }),
  ]);
  expect(await json(line)).toHaveLength(found);
  expect((await run(line)).out).toHaveLength(found + 1);
});

test.each([
  ['audit --event nothing', 2],
  ['audit --outcome maybe', 2],
  ['audit --since yesterday', 2],
  ['audit --account nobody@example.org', 1],
])('%s ends with %i and names what is wrong', async (line, status) => {
  const { run } = opened();
  const result = await run(line);
  expect([result.status, result.out]).toEqual([status, []]);
  expect(result.err[0]).toMatch(/nothing|maybe|yesterday|nobody/);
});
