import { existsSync } from 'node:fs';
import { parentPort, type ResourceLimits, workerData } from 'node:worker_threads';
import { openThread } from './asked-threads/asked-thread.js';

type Work<Order, Outcome> = (order: Order, signal: AbortSignal) => Promise<Outcome>;

type Reply<Outcome> = { readonly outcome: Outcome } | { readonly failure: string };

/**
 * Does work once: in a thread that runs a file where the compiled file is there, else (from source) on this thread.
 *
 * A thread is asked to end, never ended: in the middle of a call into SQLite that ends the whole process (`Napi::Error`,
 * SIGABRT).
 *
 * @param work what the file does, by `workOnce`
 */
export function workInThread<Order, Outcome>(
  file: URL,
  work: Work<Order, Outcome>,
  order: Order,
  signal: AbortSignal,
  resourceLimits: ResourceLimits = {},
): Promise<Outcome> {
  if (!existsSync(file)) return work(order, signal);
  const worker = openThread(file, { workerData: order, resourceLimits });
  const ask = (): void => worker.postMessage('stop');
  signal.addEventListener('abort', ask, { once: true });
  return new Promise<Outcome>((resolve, reject) => {
    let reply: Reply<Outcome> | undefined;
    worker.once('message', (message: Reply<Outcome>) => {
      reply = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', ask);
      if (reply && 'outcome' in reply) resolve(reply.outcome);
      else reject(new Error(reply?.failure ?? `the thread ended (exit ${code})`));
    });
  });
}

/** The whole of such a thread. Any message ends the work early. */
export async function workOnce<Order, Outcome>(work: Work<Order, Outcome>): Promise<void> {
  const port = parentPort!;
  const stop = new AbortController();
  port.once('message', () => stop.abort(new Error('the gateway stops')));
  const reply = await work(workerData, stop.signal).then(
    (outcome) => ({ outcome }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  port.postMessage(reply satisfies Reply<Outcome>);
  port.close();
}
