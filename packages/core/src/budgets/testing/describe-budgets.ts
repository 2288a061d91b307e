import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
  /**
   * Puts in one more input, different from all before. Resolves with the refusal where there is one.
   *
   * @param text a text that no other input has. What is held has to hold it, so that a leak shows in the heap
   */
  put(index: number, text: string): unknown;
  /** Whether a caller of good will is answered. It is asked during the flood too, whenever as much as the bound came. */
  honest(): boolean | Promise<boolean>;
  /** Lets go of what the flood holds. */
  end?(): unknown;
}

export interface FloodPlan {
  /** The bound of this holder, where one of the real size takes too long. */
  readonly bound?: number;
  /** What one input takes at least, where that is not its text. */
  readonly bytes?: number;
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
          const cache = new BudgetMap<number, string>(name as CacheName, bound);
          return {
            put: (index, text) => void cache.set(index, text),
            honest: () => cache.set(-1, 'one').get(-1) === 'one' && cache.size <= bound,
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

/** What the texts of as many inputs as a budget holds have together. */
const TEXT_BYTES = 4_000_000;
const LONGEST_TEXT = 400_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that are in use, when all that is unreachable is gone. */
async function usedBytes(): Promise<number> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (turn % 2 === 1) collectGarbage(); // what the first left to finalizers goes with the second
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Code of the refusal beyond a budget, where it has one. */
const refusalOf = (budget: BudgetName): string | undefined => /^`(\w+)`/.exec(BUDGETS[budget].effect)?.[1];

/**
 * Describes the budgets of one package: each is filled three times over with different inputs. It is full at its bound and never
 * fuller, memory stays as it was at the bound, the refusal is the one of the registry, and a caller of good will is answered meanwhile.
 */
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
        const ratioOf = () => {
          const all = budgetHolders(budget);
          const opened = all.filter((holder) => !before.has(holder));
          return Math.max(0, ...(opened.length > 0 ? opened : all).map(({ ratio }) => ratio()));
        };
        const length = Math.min(LONGEST_TEXT, Math.max(16, Math.floor(TEXT_BYTES / bound)));
        const textOf = (index: number) => Buffer.alloc(length, `${index} `).toString('latin1');
        const bytesWhenFull: number[] = [];
        let refusal: unknown;
        let highest = 0;
        for (let index = 0; index < 3 * bound; index++) {
          refusal = (await flood.put(index, textOf(index))) ?? refusal;
          highest = Math.max(highest, ratioOf());
          if ((index + 1) % bound !== 0) continue;
          expect(await flood.honest()).toBe(true);
          bytesWhenFull.push(await usedBytes());
        }
        expect(highest).toBe(1);
        const code = refusalOf(budget);
        if (code) expect(refusal).toMatchObject({ code });
        const [once = 0, , thrice = 0] = bytesWhenFull;
        // If all were kept, it would have grown by two of these.
        expect(thrice - once).toBeLessThan(1.25 * bound * (plan.bytes ?? length));
        await flood.end?.();
      },
    );
  });
}
