import { text } from 'node:stream/consumers';
import type { Account, ControlStore, SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import { createAccount, SIGN_UP_PLANS } from '../../access/create-account.js';
import { hashPassword } from '../../access/password.js';
import { choosePlan } from '../../access/plan-choice.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
import { type OpenControl, withControl } from './accounts-store.js';
import { table } from './accounts-table.js';

const PLAN_OPTIONS = {
  'plan-a': { type: 'string' },
  'plan-b': { type: 'string' },
  'plan-c': { type: 'string' },
} as const;

const OVERRIDE_OPTIONS = {
  hourly: { type: 'string' },
  daily: { type: 'string' },
  'region-daily': { type: 'string' },
  'max-keys': { type: 'string' },
} as const;

const OVERRIDE_FIELDS = {
  hourly: 'requestsPerHour',
  daily: 'requestsPerDay',
  'region-daily': 'regionRequestsPerDay',
  'max-keys': 'maxKeys',
} as const;

/** `accounts create`, `accounts list`, `accounts set-plan`, `accounts delete`. */
export function accountCommands(open: OpenControl): readonly Command[] {
  return [createCommand(open), listCommand(open), setPlanCommand(open), deleteCommand(open)];
}

function createCommand(open: OpenControl): Command {
  return {
    name: 'accounts create',
    summary: 'make an account',
    usage: [
      'usage: loadcast accounts create --email E [--plan-a P] [--plan-b P] [--plan-c P] [--password-stdin] [--json]',
      '  --plan-a P        free (default), developer, team, enterprise or none',
      '  --plan-b P        trial (default), standard, pro, enterprise or none',
      '  --plan-c P        none (default), trial, standard or enterprise',
      '  --password-stdin  read a password from standard input; without one nobody can sign in to the account',
      '  --json            {"id","email","plans",...} on standard output',
    ].join('\n'),
    async run(args, io) {
      const options = {
        email: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        json: { type: 'boolean' },
      } as const;
      const { values } = readArgs(args, { ...options, ...PLAN_OPTIONS });
      const email = values.email ?? missing('--email');
      const plans = { ...SIGN_UP_PLANS, ...chosenPlans(values) };
      const passwordHash = values['password-stdin'] ? await hashPassword(await readPassword()) : null;
      return withControl(open, io, async (store) => {
        const account = await createAccount(store, { email, plans, passwordHash }, io.now());
        if (!account) throw new Error(`there is an account with the e-mail ${email} already`);
        show(account, values.json === true, io);
        return 0;
      });
    },
  };
}

function listCommand(open: OpenControl): Command {
  return {
    name: 'accounts list',
    summary: 'list the accounts',
    usage: 'usage: loadcast accounts list [--json]',
    async run(args, io) {
      const { values } = readArgs(args, { json: { type: 'boolean' } });
      return withControl(open, io, async (store) => {
        const accounts = await store.accounts();
        if (values.json) io.out(JSON.stringify(accounts.map(accountJson)));
        else {
          const rows = accounts.map(({ id, email, plans, createdAt }) => [
            id,
            email,
            plans.a ?? 'none',
            plans.b ?? 'none',
            plans.c ?? 'none',
            isoUtc(createdAt),
          ]);
          for (const line of table(['id', 'e-mail', 'A', 'B', 'C', 'created'], rows)) io.out(line);
        }
        return 0;
      });
    },
  };
}

function setPlanCommand(open: OpenControl): Command {
  return {
    name: 'accounts set-plan',
    summary: "change an account's plans; acts within a second",
    usage: [
      'usage: loadcast accounts set-plan --account E [--plan-a P] [--plan-b P] [--plan-c P] [--json]',
      '         [--hourly N] [--daily N] [--region-daily N] [--max-keys N]',
      '  --account E       e-mail or id',
      '  --hourly N ...    numbers agreed for the plan Enterprise of surface A',
    ].join('\n'),
    async run(args, io) {
      const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const;
      const { values } = readArgs(args, { ...options, ...PLAN_OPTIONS, ...OVERRIDE_OPTIONS });
      const chosen = chosenPlans(values);
      const agreed = agreedNumbers(values);
      if (Object.keys(chosen).length + Object.keys(agreed).length === 0) {
        throw new UsageError('nothing to change: give --plan-a, --plan-b, --plan-c or a number');
      }
      return withControl(open, io, async (store) => {
        const account = await findAccount(store, values.account ?? missing('--account'));
        const plans = { ...account.plans, ...chosen };
        const overrides = { ...account.overrides, a: { ...account.overrides.a, ...agreed } };
        if (Object.keys(agreed).length > 0 && !planOfAccount({ ...account, plans }, 'a')?.custom) {
          throw new UsageError('only the plan Enterprise of surface A takes numbers of its own');
        }
        await store.setPlans(account.id, plans, overrides);
        show({ ...account, plans, overrides }, values.json === true, io);
        return 0;
      });
    },
  };
}

function deleteCommand(open: OpenControl): Command {
  return {
    name: 'accounts delete',
    summary: 'delete an account and revoke its keys',
    usage: 'usage: loadcast accounts delete --account E [--json]',
    async run(args, io) {
      const { values } = readArgs(args, { account: { type: 'string' }, json: { type: 'boolean' } });
      return withControl(open, io, async (store) => {
        const account = await findAccount(store, values.account ?? missing('--account'));
        await store.deleteAccount(account.id, io.now());
        io.out(values.json ? JSON.stringify({ id: account.id, deleted: true }) : `deleted ${account.email}`);
        return 0;
      });
    },
  };
}

/** @throws {Error} nobody has the e-mail or id */
export async function findAccount(store: ControlStore, emailOrId: string): Promise<Account> {
  const account = (await store.account(emailOrId)) ?? (await store.accountByEmail(emailOrId.trim().toLowerCase()));
  if (!account) throw new Error(`no account ${emailOrId}`);
  return account;
}

export function missing(option: string): never {
  throw new UsageError(`${option} is required`);
}

function chosenPlans(values: { readonly [K in keyof typeof PLAN_OPTIONS]?: string }): Partial<Account['plans']> {
  const chosen: Partial<Record<SurfaceId, string | null>> = {};
  for (const surface of ['a', 'b', 'c'] as const) {
    const word = values[`plan-${surface}`];
    if (word !== undefined) chosen[surface] = choosePlan(surface, word, `--plan-${surface}`);
  }
  return chosen;
}

function agreedNumbers(values: { readonly [K in keyof typeof OVERRIDE_OPTIONS]?: string }): Record<string, number> {
  const agreed: Record<string, number> = {};
  for (const option of ['hourly', 'daily', 'region-daily', 'max-keys'] as const) {
    const written = values[option];
    if (written === undefined) continue;
    if (!/^\d{1,10}$/.test(written)) throw new UsageError(`--${option}: a whole number`);
    agreed[OVERRIDE_FIELDS[option]] = Number(written);
  }
  return agreed;
}

async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

function show(account: Account, json: boolean, io: CommandIo): void {
  if (json) io.out(JSON.stringify(accountJson(account)));
  else {
    const plans = (['a', 'b', 'c'] as const).map((surface) => {
      const name = planOfAccount(account, surface)?.name ?? 'none';
      return `${surface.toUpperCase()} ${name}`;
    });
    io.out(`${account.email}  ${account.id}  ${plans.join(', ')}`);
  }
}

function accountJson(account: Account) {
  return {
    id: account.id,
    email: account.email,
    plans: account.plans,
    overrides: account.overrides,
    max_keys: maxKeysOfAccount(account),
    created_at: isoUtc(account.createdAt),
  };
}
