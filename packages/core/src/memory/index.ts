export { isSuperseded } from '../reads/cached/is-superseded.js';
export { memoryActualsStore } from './memory-actuals-store.js';
export { memoryAttemptCounters } from './memory-attempt-counters.js';
export { memoryVintageStore } from './memory-vintage-store.js';
export { memoryQuotaCounters } from './quota-counters.js';
