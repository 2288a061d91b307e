import type { Account, SurfaceId } from '@loadcast/core';
import { plansOf } from '@loadcast/core/quota';
import { type ReachSettings, servesOwnMachine } from './own-machine.js';
import { choosePlan } from './plan-choice.js';

/** Plans of a new account where nothing else is chosen. Surface C is switched on by the operator. */
export const PUBLIC_PLANS: Account['plans'] = { a: 'free', b: 'trial', c: null };

export interface SignUpSettings extends ReachSettings {
  readonly SIGN_UP_PLAN_A?: string | undefined;
  readonly SIGN_UP_PLAN_B?: string | undefined;
  readonly SIGN_UP_PLAN_C?: string | undefined;
}

/** Plans of a new account: the operator's choice, else the largest on a machine of one's own and the public ones elsewhere. */
export function signUpPlans(settings: SignUpSettings): Account['plans'] {
  const { SIGN_UP_PLAN_A: a, SIGN_UP_PLAN_B: b, SIGN_UP_PLAN_C: c } = settings;
  const isOwn = servesOwnMachine(settings);
  const planOn = (surface: SurfaceId, chosen: string | undefined): string | null => {
    if (chosen !== undefined) return choosePlan(surface, chosen, 'plan');
    return isOwn ? (plansOf(surface).at(-1)?.id ?? null) : PUBLIC_PLANS[surface];
  };
  return { a: planOn('a', a), b: planOn('b', b), c: planOn('c', c) };
}
