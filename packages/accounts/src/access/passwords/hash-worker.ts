import { answerQuestions, yieldToRequests } from '@loadcast/service/threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingOrder } from './hash-threads.js';

/**
 * A thread that hashes passwords, one at a time. Its priority is that of forecasts: below it, Linux gives a thread 1 % of a busy core,
 * and nobody could sign in. How much of the machine hashes take is bounded by their queue.
 */
yieldToRequests();
answerQuestions<HashingOrder>((order) =>
  order.type === 'hash' ? hashSync(order.password, order.cost) : verifySync(order.passwordHash, order.password),
);
