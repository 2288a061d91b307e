import { setFlagsFromString } from 'node:v8';

/**
 * How garbage is collected while the program serves. The flags hold for the whole process, so that only the program
 * sets them, never the library.
 */
const FLAGS = [
  /**
   * By how much the old objects of a heap may grow before they are collected again, in percent of the live ones: on a
   * machine with much memory V8 lets a heap grow to four times that, which under hostile load was 720 MB where 380 do.
   * No limit is set, so nothing fails for want of memory. At 40 % it is 40 MB less, and beside reports old objects are
   * collected three times as often, with pauses of 8 to 12 ms (docs/performance.md).
   */
  '--heap-growing-percent=100',
  /**
   * New objects are collected by the thread that made them. Few of them live, so that V8's four other threads, which have the priority of
   * the one that answers, cost more than they take off: 0.9 and not 1.2 ms a collection beside reads (docs/performance.md).
   */
  '--no-parallel-scavenge',
] as const;

/** Must be called before the first worker starts, which has the same flags. */
export function setGarbageCollection(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
