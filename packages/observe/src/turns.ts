/** Pieces of work done beside each other: more would keep connections of the store from requests. */
const AT_A_TIME = 4;

/** Runs work that asks the store, a few pieces at a time: the others wait, in the order in which they came. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = AT_A_TIME;
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
