import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@loadcast/observe';
import type { StoreSettings } from '../wiring/store.js';
import { createSeal, type Seal } from './seal.js';

const FILE = 'secrets.key';
const LEAST_LENGTH = 32;

export interface SecretsSettings extends StoreSettings {
  readonly SECRETS_KEY?: string | undefined;
}

/**
 * The key that seals secrets: of the settings, else of a file beside the embedded store, made once and readable by its owner alone.
 *
 * @returns undefined with PostgreSQL and no setting: a file of this machine would be of no use to the other gateways
 * @throws {ConfigError} the file holds no key
 */
export function secretsKeyOf(config: SecretsSettings): string | undefined {
  if (config.SECRETS_KEY !== undefined) return config.SECRETS_KEY;
  if (config.DATABASE_URL !== undefined) return undefined;
  const file = join(config.LOADCAST_DATA_DIR, FILE);
  try {
    // An existing key is never overwritten: texts sealed with it could no longer be opened.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < LEAST_LENGTH) throw new ConfigError(`${file}: holds no key of ${LEAST_LENGTH} characters or more`);
  return key;
}

/** The seal of `secretsKeyOf`; undefined where there is no key. */
export function sealOf(config: SecretsSettings): Seal | undefined {
  const key = secretsKeyOf(config);
  return key === undefined ? undefined : createSeal(key);
}
