import { createSecurityEvents, type NewSecurityEvent, operatorName } from '@loadcast/accounts';
import type { Account, ApiKey, Areas, ControlStore } from '@loadcast/core';
import type { CommandIo } from '../command.js';
import { anyText, required } from '../options.js';
import { withOpened } from '../with-opened.js';

export const ACCOUNT_OPTION = { account: required('E', 'e-mail or id of the account', anyText) } as const;

interface OpenedControl {
  readonly areas: Areas;
  readonly store: ControlStore;
  close(): Promise<void>;
}

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenControl = (io: CommandIo) => Promise<OpenedControl>;

interface Recorder {
  record(event: Pick<NewSecurityEvent, 'kind' | 'accountId'> & Partial<NewSecurityEvent>): Promise<void>;
}

/** Runs work on the store and closes it, also when the work fails. */
export function withControl<O extends OpenedControl, T>(
  open: (io: CommandIo) => Promise<O>,
  io: CommandIo,
  work: (control: O & Recorder) => Promise<T>,
): Promise<T> {
  return withOpened(open(io), (opened) => work({ ...opened, ...recorder(opened.store, io) }));
}

function recorder(store: ControlStore, io: CommandIo): Recorder {
  const events = createSecurityEvents({
    store,
    log: () => {},
    failed: () => io.err('the security event of this command could not be stored'),
  });
  const common = { outcome: 'done', via: 'cli', from: operatorName(), keyId: null, detail: '' } as const;
  return { record: (event) => events.record({ ...common, ...event }, io.now()) };
}

/** @throws {Error} no account has the e-mail or id */
export async function findAccount(store: ControlStore, emailOrId: string): Promise<Account> {
  const account = (await store.account(emailOrId)) ?? (await store.accountByEmail(emailOrId.trim().toLowerCase()));
  if (!account) throw new Error(`no account ${emailOrId}`);
  return account;
}

/** @throws {Error} no key has the id */
export async function findKey(store: ControlStore, id: string): Promise<ApiKey> {
  const key = await store.key(id);
  if (!key) throw new Error(`no key ${id}: 'loadcast keys list' shows the ids`);
  return key;
}
