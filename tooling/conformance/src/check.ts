import type { Service } from './service.js';

/** One row of the contract, as something that can fail. */
export interface Check {
  /** Surface, endpoint and row. Unique. */
  readonly name: string;
  run(service: Service): Promise<void>;
}

export const check = (name: string, run: Check['run']): Check => ({ name, run });

/** Thrown by a check that needs data which a young service does not have yet. */
export class NotYet extends Error {}

/** Runs again when it fails: new data, another user of the key or the turn of the hour may have come between its requests. */
export const steadyCheck = (name: string, run: Check['run'], retries = 1): Check =>
  check(name, async (service) => {
    for (let left = retries; ; left--) {
      try {
        return await run(service);
      } catch (failure) {
        if (failure instanceof NotYet || left === 0) throw failure;
      }
    }
  });

export type Result =
  | { readonly check: Check; readonly outcome: 'passed' }
  | { readonly check: Check; readonly outcome: 'failed' | 'not yet'; readonly reason: string };

/** Runs a check. Never throws. */
export async function runCheck(check: Check, service: Service): Promise<Result> {
  try {
    await check.run(service);
    return { check, outcome: 'passed' };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { check, outcome: thrown instanceof NotYet ? 'not yet' : 'failed', reason };
  }
}
