import { findRedisTrouble, findReplicaTrouble, REMEDIES, type Store } from '@loadcast/service';
import type { Config } from '../../../config.js';
import { buildCheck, type Check } from './check.js';

const REPLICA_REMEDY =
  'DATABASE_READ_URL needs a streaming standby of DATABASE_URL, its schema, and a role that may read its tables.';

/** Which proxies are asked, without their passwords. */
export function proxyChecks({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: Config): readonly Check[] {
  const named = Object.entries({ HTTPS_PROXY, HTTP_PROXY }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${withoutPassword(value)}`],
  );
  if (named.length === 0) return [];
  const except = NO_PROXY === undefined ? '' : `, except for ${NO_PROXY}`;
  return [buildCheck('proxy', true, `upstreams and webhooks go through ${named.join(', ')}${except}`)];
}

/** A database on another machine that is asked in the clear. */
export function databaseChecks({ DATABASE_URL }: Config): readonly Check[] {
  if (DATABASE_URL === undefined || !URL.canParse(DATABASE_URL)) return [];
  const { hostname, searchParams } = new URL(DATABASE_URL);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\]|)$/.test(hostname) || searchParams.has('host');
  if (isHere || ['sslmode', 'ssl'].some((name) => searchParams.has(name))) return [];
  const message = `the connection to ${hostname} is not encrypted; sslmode=verify-full in DATABASE_URL encrypts it`;
  return [buildCheck('database', true, message)];
}

export async function redisChecks({ REDIS_URL, DATABASE_URL }: Config): Promise<readonly Check[]> {
  if (REDIS_URL === undefined) {
    if (DATABASE_URL === undefined) return [];
    const message = 'each gateway counts requests alone; with several gateways set REDIS_URL';
    return [buildCheck('quota', true, message)];
  }
  const trouble = await findRedisTrouble(REDIS_URL);
  return [buildCheck('redis', trouble === undefined, trouble ?? 'it counts requests', REMEDIES.quota)];
}

export async function replicaChecks({ DATABASE_READ_URL }: Config, store: Store): Promise<readonly Check[]> {
  if (DATABASE_READ_URL === undefined) return [];
  const trouble = await findReplicaTrouble(store, DATABASE_READ_URL);
  return [buildCheck('replica', trouble === undefined, trouble ?? 'it answers reads of the past', REPLICA_REMEDY)];
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}
