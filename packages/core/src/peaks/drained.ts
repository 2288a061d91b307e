/** What a computation in steps gives, without a pause between them. */
export function drained<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
