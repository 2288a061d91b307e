import { PLANS } from '@loadcast/core';
import { type Command, readArgs } from '../command.js';
import { table } from './accounts-table.js';
import { plansPage } from './plans-page.js';

/** `plans`: the table of plans, as the program enforces it. */
export const plansCommand: Command = {
  name: 'plans',
  summary: 'list the plans of the three surfaces',
  usage: 'usage: loadcast plans [--json | --markdown]',
  async run(args, io) {
    const { values } = readArgs(args, { json: { type: 'boolean' }, markdown: { type: 'boolean' } });
    if (values.markdown) io.out(plansPage().trimEnd());
    else if (values.json) io.out(JSON.stringify(PLANS));
    else {
      const rows = PLANS.map((plan) => [
        plan.surface.toUpperCase(),
        plan.id,
        plan.name,
        number(plan.requestsPerHour),
        number(plan.requestsPerDay),
        number(plan.regionRequestsPerDay),
        number(plan.maxKeys),
      ]);
      const head = ['surface', 'plan', 'name', 'per hour', 'per day', 'per region and day', 'keys'];
      for (const line of table(head, rows)) io.out(line);
    }
    return 0;
  },
};

function number(value: number | null): string {
  return value === null ? 'no limit' : value.toLocaleString('en-US');
}
