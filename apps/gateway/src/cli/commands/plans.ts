import { PLANS } from '@loadcast/core';
import { left, right, table } from '@loadcast/observe';
import { defineCommand } from '../define-command.js';

const COLUMNS = [...left('surface', 'plan', 'name'), ...right('per hour', 'per day', 'per region and day', 'keys')];

export const plansCommand = defineCommand({
  name: 'plans',
  summary: 'list all plans and their limits',
  async run() {
    const rows = PLANS.map((plan) => [
      plan.surface.toUpperCase(),
      plan.id,
      plan.name,
      number(plan.requestsPerHour),
      number(plan.requestsPerDay),
      number(plan.regionRequestsPerDay),
      number(plan.maxKeys),
    ]);
    return { json: PLANS, text: table(COLUMNS, rows) };
  },
});

function number(value: number | null): string {
  return value === null ? 'no limit' : value.toLocaleString('en-US');
}
