import { parentPort } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply } from './asked-thread.js';
import { type CarriedErrors, describeFailure } from './carried-errors.js';

/** Answers what an `AskedThread` asks of this thread. The signal is aborted once nobody waits for the answer. */
export function answerQuestions<Question>(
  answer: (question: Question, signal: AbortSignal) => unknown,
  classes: CarriedErrors = {},
): void {
  const stops = new Map<number, AbortController>();
  parentPort!.on('message', async ({ id, question }: ThreadMessage<Question>) => {
    if (question === undefined) return stops.get(id)?.abort(new Error('nobody waits for the answer'));
    const stop = new AbortController();
    stops.set(id, stop);
    let reply: ThreadReply;
    try {
      reply = { id, value: await answer(question, stop.signal) };
    } catch (error) {
      reply = { id, failure: describeFailure(error, classes) };
    }
    stops.delete(id);
    parentPort!.postMessage(reply);
  });
}
