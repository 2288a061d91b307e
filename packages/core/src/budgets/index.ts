export { BudgetMap } from './budget-map.js';
export { budgetRatios, watchBudget } from './budget-use.js';
export { BUDGETS } from './budgets.data.js';
export { nestsTooDeep, parseJsonText } from './json-text.js';
export { LIMITS } from './limits.data.js';
