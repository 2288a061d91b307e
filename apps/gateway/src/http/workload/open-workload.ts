import type { Gauge, Lifecycle, Metrics } from '@loadcast/observe';
import type { Config } from '../../config.js';
import { watchLoopDelay } from './loop-delay.js';
import { GatewayWorkload } from './workload.js';
import { workloadGauges } from './workload-gauges.js';
import { workloadLimits } from './workload-limits.js';

/** The workload of a process, and its metrics. */
export interface OpenWorkload {
  readonly workload: GatewayWorkload;
  readonly gauges: readonly Gauge[];
}

/** @param count adds to a counter */
export function openWorkload(config: Config, lifecycle: Lifecycle, count: Metrics['count']): OpenWorkload {
  const loopDelay = watchLoopDelay(() => workload.proceed());
  lifecycle.opened('the watch of the event loop', () => loopDelay.stop());
  const workload = new GatewayWorkload(workloadLimits(config), loopDelay, {
    refused: (reason) => count('loadcast_heavy_refused_total', { reason }),
    shared: () => count('loadcast_heavy_shared_total', {}),
    stopped: () => count('loadcast_heavy_stopped_total', {}),
  });
  return { workload, gauges: workloadGauges(workload, loopDelay) };
}
