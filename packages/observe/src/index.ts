export { type Clock, clockStartingAt, systemClock } from './clock.js';
export { ConfigError } from './config-error.js';
export { parseDuration } from './duration.js';
export { FairQueue } from './fair-queue.js';
export { type Lifecycle, createLifecycle } from './lifecycle.js';
export { type Log, createLog } from './log.js';
export { type CounterName, type Gauge, type Metrics, createMetrics } from './metrics/metrics.js';
