import { describe, expect, test } from 'vitest';
import { budgetRatios } from '../budget-use.js';
import { BUDGETS, type Budget, type BudgetName } from '../budgets.data.js';

type OwnedBy<O extends Budget['owner']> = {
  [Name in BudgetName]: (typeof BUDGETS)[Name]['owner'] extends O ? Name : never;
}[BudgetName];

/** One holder of a budget under a flood. */
export interface Flood {
  /** Puts in one more input, different from all before. Resolves with the refusal where there is one. */
  put(index: number): unknown;
  /** Fields of the refusal that `put` must have given. */
  readonly refusal?: object;
  /** Whether a caller of good will is answered after the flood. */
  honest(): boolean | Promise<boolean>;
  /** Lets go of what the flood holds. */
  end?(): unknown;
}

export interface FloodPlan {
  /** The bound of this holder, where one of the real size takes too long. */
  readonly bound?: number;
  open(bound: number): Flood | Promise<Flood>;
}

/** Describes the budgets of one package: each is filled three times over, and never holds more than its bound. */
export function describeBudgets<O extends Budget['owner']>(
  owner: O,
  plans: Readonly<Record<OwnedBy<O>, FloodPlan>>,
): void {
  describe(`budgets of ${owner}`, () => {
    test.each(Object.entries<FloodPlan>(plans))('%s is full at its bound, and never fuller', async (name, plan) => {
      const budget = name as BudgetName;
      const { bound = BUDGETS[budget].bound, open } = plan;
      const flood = await open(bound);
      const refusals: unknown[] = [];
      const ratioOf = () => budgetRatios().get(budget) ?? 0;
      let highest = 0;
      for (let index = 0; index < 3 * bound; index++) {
        const refusal = await flood.put(index);
        if (refusal !== undefined) refusals.push(refusal);
        highest = Math.max(highest, ratioOf());
      }
      expect(highest).toBe(1);
      if (flood.refusal) expect(refusals.at(-1)).toMatchObject(flood.refusal);
      expect(await flood.honest()).toBe(true);
      await flood.end?.();
    });
  });
}
