export { memoryControlStore } from './account-control-store.js';
export { memoryQuotaCounters } from './quota-counters.js';
