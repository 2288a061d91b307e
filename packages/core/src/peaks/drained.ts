/** What a computation in steps gives, without a pause between them. */
export function drained<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same with a pause after each step. */
export async function drainedWithPauses<T>(
  steps: Generator<void, T>,
  pause: (() => Promise<void>) | undefined,
): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    await pause?.();
    step = steps.next();
  }
  return step.value;
}
