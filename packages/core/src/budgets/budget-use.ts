import { BUDGETS, type BudgetName } from './budgets.data.js';

/** One holder of a budget. It is held weakly, so that it needs no end. */
interface Holder {
  readonly budget: BudgetName;
  readonly isGone: () => boolean;
  /** The part of the bound that is in use. */
  readonly ratio: () => number;
}

/** Holders that exist, and some that were collected since the last reading. */
let holders: Holder[] = [];
/** Holders that were collected are dropped once there are so many. */
let mostHolders = 64;

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
  holders.push({ budget, isGone: () => !held.deref(), ratio });
  if (holders.length < mostHolders) return;
  holders = holders.filter(({ isGone }) => !isGone());
  mostHolders = Math.max(64, 2 * holders.length);
}

/** The holders of one budget, some of which may have been collected. */
export const budgetHolders = (name: BudgetName): readonly Pick<Holder, 'ratio'>[] =>
  holders.filter(({ budget }) => budget === name);

/** How full each budget that is in use is: 1 at its bound. Several holders count as the fullest of them. */
export function budgetRatios(): ReadonlyMap<BudgetName, number> {
  const ratios = new Map<BudgetName, number>();
  for (const { budget, ratio } of holders) ratios.set(budget, Math.max(ratios.get(budget) ?? 0, ratio()));
  return ratios;
}
