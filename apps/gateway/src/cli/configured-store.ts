import { readConfig } from '../config.js';
import * as wiring from '../wiring/store.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Opens the store that the environment names.
 *
 * @throws {ConfigError} the environment is wrong
 * @throws {StoreError} the place is of no use, taken, or not a store
 */
export async function openStore(env: Env, options?: wiring.StoreOptions): Promise<wiring.Store> {
  return wiring.openStore(readConfig(env), options);
}

/** The store of one engine, as the environment places it: for copying from one to the other. */
export async function openEngine(env: Env, engine: wiring.Store['engine']): Promise<wiring.Store> {
  return wiring.openEngine(readConfig(env), engine);
}

/** Puts a backup in the place of the store that the environment names. @returns where it was restored to */
export async function restoreStore(env: Env, backup: string, options: wiring.RestoreStoreOptions): Promise<string> {
  return wiring.restoreStore(readConfig(env), backup, options);
}
