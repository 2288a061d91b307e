import { parentPort } from 'node:worker_threads';
import { yieldToRequests } from '@loadcast/service/threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingOrder, HashingReply } from './hash-threads.js';

/**
 * A thread that hashes passwords, one at a time. Its priority is that of forecasts: below it, Linux gives a thread 1 % of a busy core,
 * and nobody could sign in. How much of the machine hashes take is bounded by their queue.
 */
yieldToRequests();

function outcomeOf(order: HashingOrder): HashingReply {
  try {
    if (order.type === 'hash') return { outcome: hashSync(order.password, order.cost) };
    return { outcome: verifySync(order.passwordHash, order.password) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort!.on('message', (order: HashingOrder) => parentPort!.postMessage(outcomeOf(order)));
