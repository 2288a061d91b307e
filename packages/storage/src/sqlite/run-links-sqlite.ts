import { linkNext, type Steps } from '../kinds/run-links.js';
import type { Prepare } from './connection/statements.js';
import type { Transactions } from './connection/transactions.js';

/** Links all runs that are newer than the chain of their area: runs stored before chains existed. */
export async function linkAll(prepare: Prepare, transactions: Transactions): Promise<void> {
  for (const { area_id } of prepare('select area_id from area order by area_id').all())
    while ((await transactions.write(() => runSteps(prepare, linkNext(area_id)))) > 0);
}

/** Wants a transaction around it. */
export function runSteps<T>(prepare: Prepare, steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(prepare(step.value.sql).all(...step.value.values));
  return step.value;
}
