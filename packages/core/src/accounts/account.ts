import type { SurfaceId } from '../areas/area.js';
import { agreedPlan, findPlan } from '../plans/find-plan.js';
import type { Plan, PlanOverrides } from '../plans/plan.js';
import type { EpochMs } from '../time/instant.js';

/** A customer. */
export interface Account {
  /** Random: knowing one says nothing about another. */
  readonly id: string;
  /** Normalized by `normaliseEmail`; unique among accounts that are not deleted. */
  readonly email: string;
  /** Plan id per surface; null is no access to that surface. */
  readonly plans: Readonly<Record<SurfaceId, string | null>>;
  /** Numbers agreed for a `custom` plan, per surface. */
  readonly overrides: Readonly<Partial<Record<SurfaceId, PlanOverrides>>>;
  readonly createdAt: EpochMs;
  /** A deleted account's keys are dead; the row stays, so that nothing of it can be taken over. */
  readonly deletedAt: EpochMs | null;
  /** While suspended, its keys open nothing and sign-in is refused; everything else stays. */
  readonly suspendedAt: EpochMs | null;
}

/**
 * The plan an account has on a surface, with its agreed numbers, or undefined where it has none.
 *
 * @throws {RangeError} the account's row names a plan that does not exist
 */
export function planOfAccount(account: Account, surface: SurfaceId): Plan | undefined {
  const id = account.plans[surface];
  if (id === null) return undefined;
  const plan = findPlan(surface, id);
  if (!plan) throw new RangeError(`account ${account.id} is on an unknown plan: ${surface}/${id}`);
  return agreedPlan(plan, account.overrides[surface]);
}

/**
 * How many active keys an account may have: the largest number among its plans; null is no limit, 0 without a plan.
 */
export function maxKeysOfAccount(account: Account): number | null {
  const plans = (['a', 'b', 'c'] as const).flatMap((surface) => planOfAccount(account, surface) ?? []);
  const most = Math.max(0, ...plans.map(({ maxKeys }) => maxKeys ?? Number.POSITIVE_INFINITY));
  return most === Number.POSITIVE_INFINITY ? null : most;
}

/**
 * An e-mail address as accounts are found by it: trimmed, lower case.
 *
 * @returns undefined where it is no address that mail could reach: exactly one `@`, no space or control character, at
 *   most 254 characters
 * @see RFC 5321, section 4.5.3.1 (length)
 * @example
 * normaliseEmail(' Ann@Example.org ') // => 'ann@example.org'
 */
export function normaliseEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase().normalize('NFC');
  return email.length <= 254 && /^[^\s@"<>\p{C}]{1,64}@[^\s@"<>\p{C}]+\.[^\s@"<>\p{C}]+$/u.test(email)
    ? email
    : undefined;
}
