import { type Gauge, type Lifecycle, type Metrics, singleGauge } from '@loadcast/observe';
import { watchLoopDelay } from './loop-delay.js';
import { GatewayWorkload } from './workload.js';
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

/** Waiting answers, answers being made and answers not taken yet; and how late the event loop is. */
export function workloadGauges(
  workload: Pick<GatewayWorkload, 'waiting' | 'running' | 'heldBytes'>,
  loopDelay: { readonly ms: number },
): readonly Gauge[] {
  return [
    singleGauge('loadcast_heavy_waiting', 'Heavy answers that wait for their turn.', () => workload.waiting),
    singleGauge('loadcast_heavy_running', 'Heavy answers that are being made.', () => workload.running),
    singleGauge(
      'loadcast_heavy_held_bytes',
      'Heavy answers that are made and not taken yet.',
      () => workload.heldBytes,
    ),
    singleGauge(
      'loadcast_loop_wait_seconds',
      'Mean wait of a request for the event loop, over half a second.',
      () => loopDelay.ms / 1000,
    ),
  ];
}
