import { describe, expect, test } from 'vitest';
import type { Budget } from '../budget.js';
import { BudgetMap } from '../budget-map.js';
import { budgetHolders } from '../budget-use.js';
import { BUDGETS, type BudgetName, type HELD, type HeldName } from '../budgets.data.js';
import { CACHES, type CacheName } from '../caches.data.js';
import { LIMITS, type LimitName } from '../limits.data.js';

type OwnedBy<O extends Budget['owner']> = {
  [Name in HeldName]: (typeof HELD)[Name]['owner'] extends O ? Name : never;
}[HeldName];

type LimitOf<O extends Budget['owner']> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['owner'] extends O ? Name : never;
}[LimitName];

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

/** Fills each cache of one package three times over with different keys. */
function cacheFloods(owner: Budget['owner']): Readonly<Record<string, FloodPlan>> {
  const own = Object.entries(CACHES).filter(([, cache]) => cache.owner === owner);
  return Object.fromEntries(
    own.map(([name, { bound }]): [string, FloodPlan] => [
      name,
      {
        bound: Math.min(bound, 1_000),
        open(bound) {
          const cache = new BudgetMap<number, number>(name as CacheName, bound);
          return {
            put: (index) => void cache.set(index, index),
            honest: () => cache.size === bound && cache.set(-1, 1).get(-1) === 1 && cache.size === bound,
          };
        },
      },
    ]),
  );
}

/**
 * Describes the limits of one package: as much as the bound passes, one more is refused, and so is three times as much.
 *
 * @param plans ask for something of a size, and give the refusal, also one that is thrown
 */
export function describeLimits<O extends Budget['owner']>(
  owner: O,
  plans: Readonly<Record<LimitOf<O>, (size: number) => unknown>>,
): void {
  test.each(Object.entries<(size: number) => unknown>(plans))(`limit of ${owner}: %s`, async (name, ask) => {
    const { bound, refusal } = LIMITS[name as LimitName];
    const askFor = async (size: number) => {
      try {
        return await ask(size);
      } catch (thrown) {
        return thrown;
      }
    };
    expect(await askFor(bound)).toBeUndefined();
    for (const size of [bound + 1, 3 * bound]) expect(await askFor(size)).toMatchObject({ code: refusal });
  });
}

/** Describes the budgets of one package: each is filled three times over, and never holds more than its bound. */
export function describeBudgets<O extends Budget['owner']>(
  owner: O,
  plans: Readonly<Record<OwnedBy<O>, FloodPlan>>,
): void {
  describe(`budgets of ${owner}`, () => {
    test.each(Object.entries<FloodPlan>({ ...plans, ...cacheFloods(owner) }))(
      '%s is full at its bound, and never fuller',
      async (name, plan) => {
        const budget = name as BudgetName;
        const { bound = BUDGETS[budget].bound, open } = plan;
        const before = new Set(budgetHolders(budget)); // other test files share the process
        const flood = await open(bound);
        const refusals: unknown[] = [];
        const ratioOf = () => {
          const all = budgetHolders(budget);
          const opened = all.filter((holder) => !before.has(holder));
          return Math.max(0, ...(opened.length > 0 ? opened : all).map(({ ratio }) => ratio()));
        };
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
      },
    );
  });
}
