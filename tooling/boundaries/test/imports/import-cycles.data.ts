import type { Exception } from '../exceptions.js';

/** Files that import each other, types included. */
export const CYCLE_EXCEPTIONS: readonly Exception[] = [];
