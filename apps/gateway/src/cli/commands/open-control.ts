import { createSecurityEvents, type NewSecurityEvent, operatorName } from '@loadcast/accounts';
import type { Account, ApiKey, ControlStore } from '@loadcast/core';
import type { CommandIo } from '../command.js';

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenControl = (io: CommandIo) => Promise<{ readonly store: ControlStore; close(): Promise<void> }>;

/** What the work of a command is done with. */
export interface Control {
  readonly store: ControlStore;
  /** Records what the command did as a security event. */
  record(event: Pick<NewSecurityEvent, 'kind' | 'accountId'> & Partial<NewSecurityEvent>): Promise<void>;
}

/** Runs work on the store and closes it, also when the work fails. */
export async function withControl(
  open: OpenControl,
  io: CommandIo,
  work: (control: Control) => Promise<number>,
): Promise<number> {
  const { store, close } = await open(io);
  const events = createSecurityEvents({
    store,
    log: () => {},
    failed: () => io.err('the security event of this command could not be stored'),
  });
  const common = { outcome: 'done', via: 'cli', from: operatorName(), keyId: null, detail: '' } as const;
  try {
    return await work({ store, record: (event) => events.record({ ...common, ...event }, io.now()) });
  } finally {
    await close();
  }
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
