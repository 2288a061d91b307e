export { type Clock, clockStartingAt, systemClock } from './clock.js';
export { ConfigError } from './config-error.js';
export { parseDuration } from './duration.js';
export { FairQueue } from './fair-queue.js';
export { createLifecycle, type Lifecycle } from './lifecycle.js';
export type { Log } from './log.js';
export type { Metric } from './metrics/metric-text.js';
export { type CounterName, createMetrics, type Gauge, type Metrics, singleGauge } from './metrics/metrics.js';
export {
  aligned,
  type Cell,
  type Figures,
  figureCells,
  figureColumns,
  fixed,
  left,
  listing,
  right,
  table,
} from './table.js';
export { turns } from './turns.js';
