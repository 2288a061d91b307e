import { type Gauge, singleGauge } from '@loadcast/observe';
import type { KeyDirectory } from './keys/key-directory.js';

export function accessGauges(
  directory: Pick<KeyDirectory, 'healthy' | 'size'>,
  counters: { readonly degraded: boolean },
): readonly Gauge[] {
  return [
    singleGauge(
      'loadcast_quota_degraded',
      '1 while the quota store is unavailable and this process decides alone.',
      () => Number(counters.degraded),
    ),
    singleGauge('loadcast_key_store_up', '1 while the store of keys answers.', () => Number(directory.healthy)),
    singleGauge('loadcast_known_keys', 'API keys held in memory.', () => directory.size),
  ];
}
