/** Lets one caller at a time through, in the order in which they asked. */
export interface Mutex {
  /** Runs `work` alone. A turn never starts inside another: `work` that waits for a second one waits for ever. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
}

/**
 * A mutex within this process.
 *
 * @example
 * typeof createMutex().run // => 'function'
 */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const done = tail.then(work);
      tail = done.catch(() => undefined);
      return done;
    },
  };
}
