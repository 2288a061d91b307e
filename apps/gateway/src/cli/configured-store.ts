import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Store, type StoreOptions, openStore as storeOf } from '@loadcast/service';
import { readConfig } from '../config.js';
import type { CommandIo } from './command.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Opens the store that the environment names.
 *
 * @throws {ConfigError} the environment is wrong
 * @throws {StoreError} the place is of no use, taken, or not a store
 */
export async function openStore(env: Env, options?: StoreOptions): Promise<Store> {
  return storeOf(readConfig(env), options);
}

/** Opens it beside a gateway for a command that writes accounts, and says where that makes a new store. */
export async function openForAccounts({ env, err }: Pick<CommandIo, 'env' | 'err'>): Promise<Store> {
  const { DATABASE_URL, LOADCAST_DATA_DIR } = readConfig(env);
  const isNew = DATABASE_URL === undefined && !existsSync(join(LOADCAST_DATA_DIR, 'loadcast.db'));
  const store = await openStore(env, { role: 'control' });
  if (isNew) err(`created a new store: ${store.place}`);
  return store;
}
