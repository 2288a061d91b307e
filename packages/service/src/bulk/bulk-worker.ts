import { yieldToRequests } from '../forecasting/thread-priority.js';
import { workOnce } from '../work-in-thread.js';
import { passOver } from './bulk-pass.js';

/** A thread that makes one pass, with a low priority: no request waits for it. */
yieldToRequests();
await workOnce(passOver);
