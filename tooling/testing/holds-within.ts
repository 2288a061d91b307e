const STEP_MS = 10;

/**
 * Waits until something holds, in steps of 10 ms, and looks as often as fits into a time. A busy machine takes longer over
 * each step and does not get fewer of them: only an idle one is held to the time itself.
 *
 * @returns whether it came to hold
 */
export async function holdsWithin(ms: number, holds: () => Promise<boolean> | boolean): Promise<boolean> {
  for (let step = 0; step <= ms / STEP_MS; step++) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return false;
}
