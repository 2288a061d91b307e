import { BudgetMap } from '../budgets/budget-map.js';
import type { QuotaCounters } from '../ports/quota-counters.js';
import { CounterTable } from '../quota/counter-table.js';

/** Quota counters that live and die with the process. */
export function memoryQuotaCounters(): QuotaCounters {
  return new CounterTable(new BudgetMap('counted_accounts'));
}
