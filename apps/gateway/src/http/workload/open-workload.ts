import type { Lifecycle, Metrics } from '@loadcast/observe';
import { watchLoopDelay } from './loop-delay.js';
import { GatewayWorkload } from './workload.js';
import { workloadGauges } from './workload-gauges.js';
import { WORKLOAD_LIMITS, type WorkloadLimits } from './workload-limits.js';

/**
 * @param limits that differ from those of every gateway
 * @param count adds to a counter
 */
export function openWorkload(limits: Partial<WorkloadLimits>, lifecycle: Lifecycle, count: Metrics['count']) {
  const loopDelay = watchLoopDelay(() => workload.proceed());
  lifecycle.opened('the watch of the event loop', () => loopDelay.stop());
  const workload = new GatewayWorkload({ ...WORKLOAD_LIMITS, ...limits }, loopDelay, {
    refused: (reason) => count('loadcast_heavy_refused_total', { reason }),
    shared: () => count('loadcast_heavy_shared_total', {}),
    stopped: () => count('loadcast_heavy_stopped_total', {}),
  });
  return { workload, gauges: workloadGauges(workload, loopDelay) };
}
