import { CONTRACT_AREAS } from '@loadcast/core';
import { isWellFormedKey } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Command, type CommandIo, UsageError } from '../command.js';
import { runCommand } from '../run-command.js';
import { accountCommands } from './accounts.js';
import { keyCommands } from './keys.js';
import { plansCommand } from './plans.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

let store = memoryControlStore();
let out: string[];
let said: string[];
let closed: number;
let commands: readonly Command[];

beforeEach(() => {
  store = memoryControlStore();
  closed = 0;
  const open = async () => ({
    areas: CONTRACT_AREAS,
    store,
    close: async () => {
      closed += 1;
    },
  });
  commands = [...accountCommands(open), ...keyCommands(open), plansCommand];
});

async function run(line: string): Promise<number> {
  out = [];
  said = [];
  const io: CommandIo = {
    env: { HOST: '0.0.0.0' },
    now: () => NOW,
    out: (text) => out.push(text),
    err: (text) => said.push(text),
    signal: new AbortController().signal,
  };
  return runCommand(commands, line.split(' '), io);
}
const json = () => JSON.parse(out.join('\n'));

describe('accounts', () => {
  test('what scripts use: an account with three plans, then a key for it', async () => {
    const plans = '--plan-a developer --plan-b standard --plan-c trial';
    expect(await run(`accounts create --email E@example.org ${plans} --json`)).toBe(0);
    expect(json()).toMatchObject({
      email: 'e@example.org',
      plans: { a: 'developer', b: 'standard', c: 'trial' },
      max_keys: 10,
    });
    expect(await run('keys create --account E@example.org --label ci --expires 90d --json')).toBe(0);
    expect(isWellFormedKey(json().key)).toBe(true);
    expect(json()).toMatchObject({ label: 'ci', last4: json().key.slice(-4), expires_at: '2027-02-19T08:30:00Z' });
    expect(closed).toBe(2);
  });

  test('without plans an account has what a sign-up gets, and nobody can sign in to it', async () => {
    await run('accounts create --email e@example.org --json');
    expect(json().plans).toEqual({ a: 'free', b: 'trial', c: null });
    expect(await store.passwordHash(json().id)).toBeNull();
  });

  test('a second account with the e-mail fails, and the store is closed all the same', async () => {
    await run('accounts create --email e@example.org');
    expect(await run('accounts create --email E@EXAMPLE.ORG')).toBe(1);
    expect(said.join()).toContain('already');
    expect(closed).toBe(2);
  });

  test('plans change one at a time; numbers only on Enterprise of A', async () => {
    await run('accounts create --email e@example.org');
    expect(await run('accounts set-plan --account e@example.org --hourly 7')).toBe(2);
    expect(await run('accounts set-plan --account e@example.org --plan-a enterprise --hourly 7 --json')).toBe(0);
    expect(json()).toMatchObject({
      plans: { a: 'enterprise', b: 'trial', c: null },
      overrides: { a: { requestsPerHour: 7 } },
    });
    await run('accounts set-plan --account e@example.org --plan-b none --json');
    expect(json().plans).toEqual({ a: 'enterprise', b: null, c: null });
  });

  test.each([
    ['accounts create', 2],
    ['accounts create --email nobody', 2],
    ['accounts create --email e@example.org --plan-a gold', 1],
    ['accounts create --email e@example.org --plan-c pro', 1],
    ['accounts set-plan --account e@example.org', 2],
    ['accounts set-plan --account nobody@example.org --plan-a free', 1],
    ['keys create', 2],
    ['keys create --account nobody@example.org', 1],
    ['keys create --account e@example.org --expires soon', 2],
    ['keys rotate', 2],
    ['keys revoke key_none', 1],
  ])('%s ends with %i and prints the reason', async (line, status) => {
    expect(await run(line)).toBe(status);
    expect(out).toEqual([]);
    expect(said[0]).toMatch(/^loadcast /);
  });

  test('an unknown plan is answered with the plans there are', async () => {
    await run('accounts create --email e@example.org --plan-a gold');
    expect(said[0]).toContain('none, free, developer, team, enterprise');
  });
});

describe('keys', () => {
  test('a key is on standard output once, and in no list', async () => {
    await run('accounts create --email e@example.org');
    await run('keys create --account e@example.org');
    const [key = ''] = out;
    expect([isWellFormedKey(key), said.join().includes(key)]).toEqual([true, false]);
    await run('keys list --account e@example.org');
    expect(out.join('\n')).not.toContain(key);
    expect(out.join('\n')).toContain(`...${key.slice(-4)}`);
  });

  test('rotated, then revoked', async () => {
    await run('accounts create --email e@example.org');
    await run('keys create --account e@example.org --label ci --json');
    const first = json();
    await run(`keys rotate ${first.id} --overlap 2h --json`);
    const second = json();
    expect(second).toMatchObject({ label: 'ci' });
    await run(`keys revoke ${second.id}`);
    await run('keys list --account e@example.org --json');
    expect(json()).toMatchObject([
      { id: first.id, state: 'rotated', expires_at: '2026-11-21T10:30:00Z', replaced_by: second.id },
      { id: second.id, state: 'revoked' },
    ]);
    expect(await run(`keys rotate ${first.id}`)).toBe(1);
  });

  test('the third of a Free account is refused', async () => {
    await run('accounts create --email e@example.org');
    await run('keys create --account e@example.org');
    await run('keys create --account e@example.org');
    expect(await run('keys create --account e@example.org')).toBe(1);
    expect(said[0]).toContain('2 active keys');
  });
});

test('plans lists the plans of all surfaces', async () => {
  expect(await run('plans')).toBe(0);
  expect(out).toHaveLength(12);
  await run('plans --json');
  expect(json()).toHaveLength(11);
});

test('a wrong option is a usage error', async () => {
  const [create] = commands;
  await expect(create?.run(['--nope'], {} as CommandIo)).rejects.toThrow(UsageError);
});
