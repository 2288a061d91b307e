import { mkdirSync } from 'node:fs';
import type { QuotaCounters } from '@loadcast/core';
import { memoryAttemptCounters, memoryQuotaCounters } from '@loadcast/core/memory';
import type { AttemptCounters } from '@loadcast/core/quota';
import { openQuotaJournal } from '@loadcast/storage/quota-journal';

/** The driver of Redis is loaded where one is named. */
const redisStorage = () => import('@loadcast/storage/redis');

/** Quota counters, and whether they can be relied on at the moment. */
export interface OpenCounters extends QuotaCounters {
  readonly degraded: boolean;
  /** Why requests are not counted where the settings say. */
  readonly trouble?: string | undefined;
  close(): Promise<void>;
}

export interface CounterSettings {
  readonly REDIS_URL?: string | undefined;
  readonly LOADCAST_DATA_DIR: string;
}

/** A Redis whose connection flaps is reported once a minute. */
const SAY_MS = 60_000;

/**
 * Where requests are counted: in Redis when it is named, else in this process, with a journal beside the store.
 *
 * @param say one line for the log when Redis goes away, refuses, or comes back
 */
export async function openCounters(
  config: CounterSettings,
  say: (line: string, state: 'local' | 'shared') => void = () => {},
): Promise<OpenCounters> {
  if (config.REDIS_URL === undefined) {
    mkdirSync(config.LOADCAST_DATA_DIR, { recursive: true, mode: 0o700 });
    return openQuotaJournal(config.LOADCAST_DATA_DIR, Date.now());
  }
  let saidAt = Number.NEGATIVE_INFINITY;
  let said = '';
  const onState = (state: 'local' | 'shared', reason: string) => {
    if (state === 'local' && reason === said && performance.now() - saidAt < SAY_MS) return;
    if (state === 'local') [saidAt, said] = [performance.now(), reason];
    say(`quota counters: ${state} (${reason})`, state);
  };
  const { openRedisQuota } = await redisStorage();
  return openRedisQuota({ url: config.REDIS_URL, onState });
}

/** Why Redis does not count, in its own words; undefined: it does. */
export async function findRedisTrouble(url: string): Promise<string | undefined> {
  const { openRedisQuota } = await redisStorage();
  const counters = await openRedisQuota({ url, replyMs: 2_000 });
  const { trouble } = counters;
  await counters.close();
  return trouble;
}

/** Where attempts to sign in and refused keys are counted: by all gateways together where Redis is named. */
export async function openAttempts({ REDIS_URL }: CounterSettings): Promise<AttemptCounters & { close(): void }> {
  if (REDIS_URL === undefined) return { ...memoryAttemptCounters(), close: () => undefined };
  const { openRedisAttempts } = await redisStorage();
  return openRedisAttempts({ url: REDIS_URL });
}

/** A replay counts for itself: the journal belongs to the gateway that serves the present. */
export function replayCounters(): OpenCounters {
  return Object.assign(memoryQuotaCounters(), { degraded: false, close: async () => undefined });
}
