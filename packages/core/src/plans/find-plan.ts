import type { SurfaceId } from '../areas/area.js';
import type { Plan, PlanOverrides } from './plan.js';
import { PLANS } from './plans.data.js';

const byId = new Map<string, Plan>(PLANS.map((plan) => [`${plan.surface}/${plan.id}`, plan]));

/**
 * A plan of a surface by its id, or undefined.
 *
 * @param id as stored, lower case
 * @example
 * findPlan('a', 'free')?.requestsPerHour // => 100
 */
export function findPlan(surface: SurfaceId, id: string): Plan | undefined {
  return byId.get(`${surface}/${id}`);
}

/**
 * The plans of a surface, cheapest first.
 *
 * @example
 * plansOf('c').map(({ id }) => id) // => ['trial', 'standard', 'enterprise']
 */
export function plansOf(surface: SurfaceId): readonly Plan[] {
  return PLANS.filter((plan) => plan.surface === surface);
}

/**
 * A plan with the numbers agreed with one account. Only a `custom` plan takes them; any other comes back as it is.
 *
 * @throws {RangeError} a number is negative or not whole
 * @example
 * agreedPlan(findPlan('a', 'enterprise'), { requestsPerHour: 7 }).requestsPerHour // => 7
 */
export function agreedPlan(plan: Plan, overrides: PlanOverrides | undefined): Plan {
  if (!plan.custom || !overrides) return plan;
  for (const [name, value] of Object.entries(overrides)) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is not a whole number: ${value}`);
  }
  return { ...plan, ...overrides };
}
