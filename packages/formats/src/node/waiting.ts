/** Work that yields the promises it must wait for; without any, it runs to its end at once, with no promise. */
export type Waiting<T> = Generator<Promise<unknown>, T, unknown>;

/** The value of `given`, awaited where it is a promise. */
export function* settled<T>(given: T | Promise<T>): Waiting<T> {
  return given instanceof Promise ? ((yield given) as T) : given;
}

/**
 * Does work, at once as far as nothing must be waited for.
 *
 * @returns what the work gives; a promise of it where it waits
 * @throws what the work throws before it waits
 */
export function done<T>(work: Waiting<T>): T | Promise<T> {
  const step = work.next();
  return step.done ? step.value : resumed(work, step.value);
}

/** Applies the next step to a value that is there or will be. @returns a promise only where there is one already */
export function after<A, B>(given: A | Promise<A>, then: (given: A) => B | Promise<B>): B | Promise<B> {
  return given instanceof Promise ? given.then(then) : then(given);
}

async function resumed<T>(work: Waiting<T>, first: Promise<unknown>): Promise<T> {
  let awaited = first;
  for (;;) {
    const step = await awaited.then(
      (value) => work.next(value),
      (reason) => work.throw(reason),
    );
    if (step.done) return step.value;
    awaited = step.value;
  }
}
