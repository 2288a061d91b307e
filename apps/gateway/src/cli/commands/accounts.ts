import { createAccount, hashPassword, SURFACE_IDS, signUpPlans } from '@loadcast/accounts';
import type { Account } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import { readConfig } from '../../config.js';
import { type Command, UsageError } from '../command.js';
import { type CommandResult, defineCommand } from '../define-command.js';
import { flag, required } from '../options.js';
import { left, table } from '../table.js';
import { readEmail } from '../values/read-email.js';
import { ACCOUNT_OPTION, findAccount, type OpenControl, withControl } from './open-control.js';
import { AGREED_OPTIONS, agreedNumbers, chosenPlans, PLAN_OPTIONS } from './plan-options.js';
import { breachCheck, readPassword } from './read-password.js';

export function accountCommands(open: OpenControl): readonly Command[] {
  return [createCommand(open), listCommand(open), setPlanCommand(open), deleteCommand(open)];
}

function createCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts create',
    summary: 'make an account',
    about: 'Without a choice, the plans are those of a sign-up: SIGN_UP_PLAN_A, _B and _C.',
    options: {
      email: required('E', 'e-mail address; no other account may have it', readEmail),
      ...PLAN_OPTIONS,
      'password-stdin': flag('read a password from standard input; without one, nobody can sign in to the account'),
    },
    async run(values, io) {
      const { email } = values;
      const plans = { ...signUpPlans(readConfig(io.env)), ...chosenPlans(values) };
      const passwordHash = values['password-stdin']
        ? await hashPassword(await readPassword(), email, { isBreached: breachCheck(io) })
        : null;
      return withControl(open, io, async ({ store, record }) => {
        const account = await createAccount(store, { email, plans, passwordHash }, io.now());
        if (!account) throw new Error(`there is an account with the e-mail ${email} already`);
        await record({ kind: 'account-made', accountId: account.id, detail: plansText(account.plans) });
        return accountResult(account);
      });
    },
  });
}

function listCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts list',
    summary: 'list the accounts',
    options: {},
    run: (_, io) =>
      withControl(open, io, async ({ store }) => {
        const accounts = await store.accounts();
        const rows = accounts.map(({ id, email, plans, createdAt, suspendedAt }) => [
          id,
          email,
          ...SURFACE_IDS.map((surface) => plans[surface] ?? 'none'),
          isoUtc(createdAt),
          suspendedAt === null ? 'active' : 'suspended',
        ]);
        const text = table(left('id', 'e-mail', 'A', 'B', 'C', 'created', 'state'), rows);
        return { json: accounts.map(recordJson), text };
      }),
  });
}

function setPlanCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts set-plan',
    summary: "change an account's plans; takes effect within a second",
    options: { ...ACCOUNT_OPTION, ...PLAN_OPTIONS, ...AGREED_OPTIONS },
    async run(values, io) {
      const chosen = chosenPlans(values);
      const agreed = agreedNumbers(values);
      if (Object.keys(chosen).length + Object.keys(agreed).length === 0) {
        throw new UsageError('nothing to change: give --plan-a, --plan-b, --plan-c or a number');
      }
      return withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, values.account);
        const plans = { ...account.plans, ...chosen };
        const overrides = { ...account.overrides, a: { ...account.overrides.a, ...agreed } };
        if (Object.keys(agreed).length > 0 && !planOfAccount({ ...account, plans }, 'a')?.custom) {
          throw new UsageError('only the REST plan Enterprise takes numbers of its own');
        }
        await store.setPlans(account.id, plans, overrides);
        const numbers = Object.keys(agreed).length > 0 ? ' with numbers of its own' : '';
        await record({ kind: 'plan-set', accountId: account.id, detail: plansText(plans) + numbers });
        return accountResult({ ...account, plans, overrides });
      });
    },
  });
}

function deleteCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts delete',
    summary: 'delete an account and revoke its keys',
    options: ACCOUNT_OPTION,
    run: (values, io) =>
      withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, values.account);
        await store.deleteAccount(account.id, io.now());
        await record({ kind: 'account-deleted', accountId: account.id });
        return { json: { id: account.id, deleted: true }, text: `deleted ${account.email}` };
      }),
  });
}

/** The plans of an account for a security event: `a team, b trial, c none`. */
function plansText(plans: Account['plans']): string {
  return SURFACE_IDS.map((surface) => `${surface} ${plans[surface] ?? 'none'}`).join(', ');
}

function accountResult(account: Account): CommandResult {
  const plans = SURFACE_IDS.map((surface) => {
    const name = planOfAccount(account, surface)?.name ?? 'none';
    return `${surface.toUpperCase()} ${name}`;
  });
  return { json: recordJson(account), text: `${account.email}  ${account.id}  ${plans.join(', ')}` };
}

/** An account as operators see it: plan ids and agreed numbers. */
function recordJson(account: Account) {
  return {
    id: account.id,
    email: account.email,
    plans: account.plans,
    overrides: account.overrides,
    max_keys: maxKeysOfAccount(account),
    created_at: isoUtc(account.createdAt),
    suspended_at: account.suspendedAt === null ? null : isoUtc(account.suspendedAt),
  };
}
