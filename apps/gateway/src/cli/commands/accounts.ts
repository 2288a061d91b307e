import { choosePlan, createAccount, hashPassword, SURFACE_IDS, signUpPlans } from '@loadcast/accounts';
import type { Account, SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, type PlanOverrides, planOfAccount } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import { listing } from '@loadcast/observe';
import { readConfig } from '../../config.js';
import { UsageError } from '../command.js';
import type { CommandResult } from '../define-command.js';
import { commandsOf } from '../opened-command.js';
import { anyText, flag, type OptionValues, optional, required } from '../options.js';
import { readCount, readEmail } from '../values/read-values.js';
import { accountCommand, controlCommand } from './control-command.js';
import { breachCheck, readPassword } from './read-password.js';

const PLAN_OPTIONS = {
  'plan-a': optional('P', 'REST: free, developer, team, enterprise or none', anyText),
  'plan-b': optional('P', 'OASIS: trial, standard, pro, enterprise or none', anyText),
  'plan-c': optional('P', 'Utilities: none, trial, standard or enterprise', anyText),
} as const;

/** Numbers agreed with an account for the plan Enterprise of surface A, by the field of the plan that they replace. */
const AGREED_OPTIONS = {
  hourly: optional('N', 'hourly requests agreed for the REST plan Enterprise', readCount),
  daily: optional('N', 'daily requests agreed for it', readCount),
  'region-daily': optional('N', 'daily requests per region agreed for it', readCount),
  'max-keys': optional('N', 'active API keys agreed for it', readCount),
} as const;

const AGREED_FIELDS = {
  hourly: 'requestsPerHour',
  daily: 'requestsPerDay',
  'region-daily': 'regionRequestsPerDay',
  'max-keys': 'maxKeys',
} as const satisfies Record<keyof typeof AGREED_OPTIONS, keyof PlanOverrides>;

/** @throws {ServiceError} invalid_parameter, listing the plans of the surface */
function chosenPlans(values: OptionValues<typeof PLAN_OPTIONS>): Partial<Account['plans']> {
  const chosen: Partial<Record<SurfaceId, string | null>> = {};
  for (const surface of SURFACE_IDS) {
    const word = values[`plan-${surface}`];
    if (word !== undefined) chosen[surface] = choosePlan(surface, word, `--plan-${surface}`);
  }
  return chosen;
}

function agreedNumbers(values: OptionValues<typeof AGREED_OPTIONS>): PlanOverrides {
  const agreed: Partial<Record<keyof PlanOverrides, number>> = {};
  for (const option of ['hourly', 'daily', 'region-daily', 'max-keys'] as const) {
    const number = values[option];
    if (number !== undefined) agreed[AGREED_FIELDS[option]] = number;
  }
  return agreed;
}

const create = controlCommand({
  name: 'accounts create',
  summary: 'create an account',
  example: '--email ana@example.com --plan-a developer',
  about: 'The default plans are SIGN_UP_PLAN_A, _B and _C, as at sign-up.',
  options: {
    email: required('E', 'e-mail address; no other account may have it', readEmail),
    ...PLAN_OPTIONS,
    'password-stdin': flag('read a password from standard input; without one, nobody can sign in to the account'),
  },
  async run({ store, record }, values, io) {
    const { email } = values;
    const plans = { ...signUpPlans(readConfig(io.env)), ...chosenPlans(values) };
    const passwordHash = values['password-stdin']
      ? await hashPassword(await readPassword(), email, { isBreached: breachCheck(io) })
      : null;
    const account = await createAccount(store, { email, plans, passwordHash }, io.now());
    if (!account) throw new Error(`${email} already has an account`);
    await record('account-made', { accountId: account.id, detail: plansText(account.plans) });
    return accountResult(account);
  },
});

const list = controlCommand({
  name: 'accounts list',
  summary: 'list the accounts',
  run: async ({ store }) =>
    listing(['id', 'e-mail', 'A', 'B', 'C', 'created', 'state'], (await store.accounts()).map(recordJson), (row) => [
      ...[row.id, row.email, ...SURFACE_IDS.map((surface) => row.plans[surface] ?? 'none'), row.created_at],
      row.suspended_at === null ? 'active' : 'suspended',
    ]),
});

const setPlan = accountCommand({
  name: 'accounts set-plan',
  summary: "change an account's plans; takes effect within a second",
  example: '--account ana@example.com --plan-a team',
  options: { ...PLAN_OPTIONS, ...AGREED_OPTIONS },
  check(values) {
    if (Object.keys({ ...chosenPlans(values), ...agreedNumbers(values) }).length === 0)
      throw new UsageError('nothing to change: give --plan-a, --plan-b, --plan-c or an agreed number');
  },
  async run({ store, account, record }, values) {
    const agreed = agreedNumbers(values);
    const hasNumbers = Object.keys(agreed).length > 0;
    const plans = { ...account.plans, ...chosenPlans(values) };
    const overrides = { ...account.overrides, a: { ...account.overrides.a, ...agreed } };
    if (hasNumbers && !planOfAccount({ ...account, plans }, 'a')?.custom)
      throw new UsageError('agreed numbers need the REST plan Enterprise');
    await store.setPlans(account.id, plans, overrides);
    await record('plan-set', { detail: plansText(plans) + (hasNumbers ? ' with numbers of its own' : '') });
    return accountResult({ ...account, plans, overrides });
  },
});

const remove = accountCommand({
  name: 'accounts delete',
  summary: 'delete an account and revoke its keys',
  async run({ store, account: { id, email }, record }, _, io) {
    await store.deleteAccount(id, io.now());
    await record('account-deleted');
    const note = 'load and forecasts of its own areas stay in the store; nobody can read them';
    return { json: { id, deleted: true }, text: `deleted ${email}`, note };
  },
});

export const accountCommands = commandsOf(create, list, setPlan, remove);

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
