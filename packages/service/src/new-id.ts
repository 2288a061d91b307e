import { randomBytes } from 'node:crypto';
import { randomBase62 } from '@loadcast/core/quota';

/** A random id: `acc_...` of an account, `key_...` of a key, `ses_...` of a session, `fct_...` of a forecaster. */
export function newId(prefix: 'acc' | 'key' | 'ses' | 'whk' | 'fct' | 'test'): string {
  return `${prefix}_${randomBase62(16, randomBytes)}`;
}
