import { describeQuotaCounters } from '../testing/quota-counters.js';
import { memoryQuotaCounters } from './quota-counters.js';

describeQuotaCounters('memory', async () => ({ counters: memoryQuotaCounters(), close: async () => {} }));
