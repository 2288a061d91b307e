import type { RequestScope } from './http.js';

/** Work of one answer between two turns of the event loop: two such answers at once delay the others by 10 ms. */
const SLICE_MS = 5;

/**
 * Turns of the event loop between two slices. Node accepts one connection a turn: with a single turn after each slice, callers
 * who connect while large answers are made would queue up, and of more than 511 the system turns the rest away.
 * A turn in which nothing happens takes some 20 microseconds.
 */
const TURNS = 8;

/** Calls back on the next turn of the event loop; a browser has no `setImmediate`. */
const onNextTurn: (callback: () => void) => void = typeof setImmediate === 'function' ? setImmediate : setTimeout;

/** Resolves on the next turn of the event loop: waiting work runs first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => onNextTurn(resolve));
}

/**
 * A pause for long work to take regularly, as often as is convenient: it lets other requests and connections in when a
 * slice of time is used up, and else returns at once.
 *
 * @param scope of the request being answered; absent where callers cannot disconnect
 * @returns a function that rejects with the reason as soon as the request is over
 */
export function createPause(scope?: Pick<RequestScope, 'check'>): () => Promise<void> {
  let sliceStartedAt = performance.now();
  return async () => {
    if (performance.now() - sliceStartedAt >= SLICE_MS) {
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
      sliceStartedAt = performance.now();
    }
    scope?.check();
  };
}
