import { createSecurityEvents, type NewSecurityEvent, operatorName } from '@loadcast/accounts';
import type { Account, ApiKey, Areas, ControlStore } from '@loadcast/core';
import type { CommandIo } from '../command.js';
import { type OpenedSpec, openedCommand } from '../opened-command.js';
import { anyText, type OptionTable, required } from '../options.js';

const ACCOUNT_OPTION = { account: required('E', 'e-mail or id of the account', anyText) } as const;

/** The store that the environment names, beside a gateway that may be serving from it. */
export interface OpenedControl {
  readonly areas: Areas;
  readonly store: ControlStore;
  close(): Promise<void>;
}

type Record = (
  kind: NewSecurityEvent['kind'],
  about: Pick<NewSecurityEvent, 'accountId'> & Partial<NewSecurityEvent>,
) => Promise<void>;

/** Defines commands of operators that work on accounts and keys, and are kept as security events. */
export function controlCommand<O extends OptionTable, C extends OpenedControl = OpenedControl>(
  spec: OpenedSpec<O, C & { readonly record: Record }>,
) {
  return openedCommand<O, C>({
    ...spec,
    run: (opened, values, io, args) => spec.run({ ...opened, record: recorder(opened.store, io) }, values, io, args),
  });
}

interface OwnWork {
  readonly account: Account;
  record(kind: NewSecurityEvent['kind'], about?: Partial<NewSecurityEvent>): Promise<void>;
}

/** Defines commands about the account that `--account` names, which is the example of their help where they have no other. */
export const accountCommandOf =
  <C extends OpenedControl>() =>
  <O extends OptionTable>(spec: OpenedSpec<O, C & OwnWork>) =>
    controlCommand<O & typeof ACCOUNT_OPTION, C>({
      example: '--account ana@example.com',
      ...spec,
      options: { ...ACCOUNT_OPTION, ...(spec.options as O) },
      async run(opened, values, io, args) {
        const account = await findAccount(opened.store, String(values.account));
        const record: OwnWork['record'] = (kind, about) => opened.record(kind, { accountId: account.id, ...about });
        return spec.run({ ...opened, account, record }, values, io, args);
      },
    });

export const accountCommand = accountCommandOf<OpenedControl>();

function recorder(store: ControlStore, io: CommandIo): Record {
  const events = createSecurityEvents({
    store,
    log: () => {},
    failed: () => io.err('the security event of this command could not be stored'),
  });
  const common = { outcome: 'done', via: 'cli', from: operatorName(), keyId: null, detail: '' } as const;
  return (kind, about) => events.record({ ...common, kind, ...about }, io.now());
}

/** @throws {Error} no account has the e-mail or id */
export async function findAccount(store: ControlStore, emailOrId: string): Promise<Account> {
  const account = (await store.account(emailOrId)) ?? (await store.accountByEmail(emailOrId.trim().toLowerCase()));
  if (!account) throw new Error(`no account has the e-mail or id ${emailOrId}`);
  return account;
}

/** @throws {Error} no key has the id */
export async function findKey(store: ControlStore, id: string): Promise<ApiKey> {
  const key = await store.key(id);
  if (!key) throw new Error(`no key ${id}: 'loadcast keys list' shows the ids`);
  return key;
}
