import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread: a request that arrives while a forecast is made is answered first, also when
 * all cores are busy. Only on Linux, where a priority is a thread's own; elsewhere it is the whole process's, and is kept.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
