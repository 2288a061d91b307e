import { expect } from 'vitest';

/** A place that a rule does not hold for, and why. */
export interface Exception {
  /** What the rule finds, word for word. */
  readonly what: string;
  readonly reason: string;
}

/** Fails on whatever a rule finds that is not an exception, and on exceptions that the rule does not find any more. */
export function expectOnlyExceptions(found: Iterable<string>, exceptions: readonly Exception[]): void {
  expect([...new Set(found)].sort()).toEqual(exceptions.map(({ what }) => what).sort());
}
