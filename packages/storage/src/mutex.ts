/** Lets one caller at a time through, in the order in which they asked. */
export interface Mutex {
  /** Waits for the turn. Call the returned function, once, to end the turn. */
  acquire(): Promise<() => void>;
  /** Runs `work` alone. A turn never starts inside another: `work` that waits for a second one waits for ever. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
}

/**
 * A mutex within this process.
 *
 * @example
 * typeof createMutex().acquire // => 'function'
 */
export function createMutex(): Mutex {
  let tail: Promise<void> = Promise.resolve();

  const acquire = async (): Promise<() => void> => {
    const turn = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    await turn;
    return release;
  };

  return {
    acquire,
    async run(work) {
      const release = await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
