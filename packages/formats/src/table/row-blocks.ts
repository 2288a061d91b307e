import { createPause } from '../pause.js';

/** Rows between two pauses: a fraction of a millisecond. */
export const ROWS_A_BLOCK = 200;

/** The numbers of rows, block by block, so that long work on them can be done in slices. */
export function* rowBlocks(rowCount: number): Generator<readonly number[]> {
  for (let first = 0; first < rowCount; first += ROWS_A_BLOCK) {
    yield Array.from({ length: Math.min(ROWS_A_BLOCK, rowCount - first) }, (_, i) => first + i);
  }
}

/**
 * Texts one after the other, made in slices, so that a long answer does not delay other requests.
 *
 * @param scope ends the work; absent where callers cannot disconnect
 */
export async function joinedInSlices(
  texts: Iterable<string>,
  scope: Parameters<typeof createPause>[0],
): Promise<string> {
  const pause = createPause(scope);
  const made: string[] = [];
  for (const text of texts) {
    made.push(text);
    await pause();
  }
  return made.join('');
}
