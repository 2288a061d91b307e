import { type Gauge, singleGauge } from '@loadcast/observe';
import type { GatewayWorkload } from './workload.js';

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
