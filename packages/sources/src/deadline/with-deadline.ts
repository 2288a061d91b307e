/**
 * Does work that must end in time: its signal aborts when the caller's does, or after `deadlineMs`.
 *
 * Instead of `AbortSignal.any([signal, AbortSignal.timeout(ms)])`: on Node 20 the garbage collector may take the timeout
 * of such a composite signal, which then never fires (https://github.com/nodejs/node/issues/57736). Here a timer holds on to the controller.
 *
 * @param work must settle when its signal aborts; that it aborted is `signal.reason`
 * @param what names the work in the reason of a deadline that passed: `TimeoutError`
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  deadlineMs: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`${what} took longer than ${deadlineMs} ms`, 'TimeoutError'));
  }, deadlineMs);
  timer.unref();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** A signal that aborts with the first of several, for as long as any of them lives: `AbortSignal.any` may lose it. */
export function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
}
