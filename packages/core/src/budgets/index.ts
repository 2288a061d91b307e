export { budgetRatios, watchBudget } from './budget-use.js';
export { BUDGETS } from './budgets.data.js';
