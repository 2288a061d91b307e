import type { Account, ApiKey, ControlStore } from '@loadcast/core';
import type { CommandIo } from '../command.js';

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenControl = (io: CommandIo) => Promise<{ readonly store: ControlStore; close(): Promise<void> }>;

/** Runs work on the store and closes it, also when the work fails. */
export async function withControl(
  open: OpenControl,
  io: CommandIo,
  work: (store: ControlStore) => Promise<number>,
): Promise<number> {
  const { store, close } = await open(io);
  try {
    return await work(store);
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
