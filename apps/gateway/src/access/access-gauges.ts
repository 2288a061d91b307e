import type { Gauge } from '../http/metrics.js';
import type { KeyDirectory } from './key-directory.js';

/** What the operator watches of keys and quotas. */
export function accessGauges(
  directory: Pick<KeyDirectory, 'healthy' | 'size'>,
  counters: { readonly degraded: boolean },
): readonly Gauge[] {
  const gauge = (name: string, help: string, value: () => number): Gauge => ({
    name,
    help,
    read: () => [[{}, value()]],
  });
  return [
    gauge('loadcast_quota_degraded', '1 while quotas are decided without their store.', () =>
      Number(counters.degraded),
    ),
    gauge('loadcast_key_store_up', '1 while the store of keys answers.', () => Number(directory.healthy)),
    gauge('loadcast_known_keys', 'API keys held in memory.', () => directory.size),
  ];
}
