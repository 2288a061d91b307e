/** A store that has not answered by then counts as unavailable. */
const STORE_TIMEOUT_MS = 1_000;

/**
 * The outcome of work that the store does, if it comes within `limitMs`. The work itself is not canceled.
 *
 * @throws {Error} there was no outcome in time
 */
export async function withTimeout<T>(work: Promise<T>, limitMs = STORE_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
