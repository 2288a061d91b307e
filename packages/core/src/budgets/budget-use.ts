import { BUDGETS, type BudgetName } from './budgets.data.js';

/** One holder of a budget. It is held weakly, so that it needs no end. */
interface Holder {
  readonly budget: BudgetName;
  readonly isGone: () => boolean;
  /** The part of the bound that is in use. */
  readonly ratio: () => number;
}

/** Holders that exist, and some that were collected since the last reading. */
let holders: readonly Holder[] = [];

/**
 * Shows the fill of a budget from now on, as long as its holder exists.
 *
 * @param used what the holder holds; for a budget of each address, account or key the most that one of them has. It must not
 *   refer to the holder but by its argument, which would keep it for ever
 */
export function watchBudget<H extends object>(
  budget: BudgetName,
  holder: H,
  used: (holder: H) => number,
  bound: number = BUDGETS[budget].bound,
): void {
  const held = new WeakRef(holder);
  const ratio = () => {
    const there = held.deref();
    return there ? used(there) / bound : 0;
  };
  holders = [...holders.filter(({ isGone }) => !isGone()), { budget, isGone: () => !held.deref(), ratio }];
}

/** How full each budget that is in use is: 1 at its bound. Several holders count as the fullest of them. */
export function budgetRatios(): ReadonlyMap<BudgetName, number> {
  const ratios = new Map<BudgetName, number>();
  for (const { budget, ratio } of holders) ratios.set(budget, Math.max(ratios.get(budget) ?? 0, ratio()));
  return ratios;
}
