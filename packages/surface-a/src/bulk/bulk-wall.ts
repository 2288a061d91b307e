import type { EpochMs, Plan } from '@loadcast/core';
import type { BulkMonth } from '@loadcast/core/insight';
import { earliestHistory, type Sight } from '@loadcast/core/quota';

/** A month is whole or not at all: a plan has it while its last hour is within the plan's history. */
const lastHour = ({ window }: BulkMonth): EpochMs => window.end - 1;

export function isWithinPlan(plan: Plan, month: BulkMonth, now: EpochMs): boolean {
  return lastHour(month) >= earliestHistory(plan, now);
}

export function monthSight(month: BulkMonth, asOf: EpochMs): Sight {
  return { asOf, from: lastHour(month), level: 'files' };
}
