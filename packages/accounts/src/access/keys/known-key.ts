import { isDeepStrictEqual } from 'node:util';
import { type Account, type ApiKey, type EpochMs, findPlan, type Plan, type SurfaceId } from '@loadcast/core';
import { type KeyScope, keyEndsAt, planOfAccount } from '@loadcast/core/quota';
import type { Principal } from '@loadcast/formats';
import { bySurface } from '../surface-ids.js';
import type { LastUses } from './last-uses.js';

/** A last use is recorded to the minute. */
const TOUCH_MS = 60_000;

/** The plans of an account, as each request needs them. Shared by the account's keys. */
export class KnownAccount {
  readonly id: string;
  keys = 0;
  /** None for a deleted or suspended account. A plan id that this program does not know, written by a newer one, counts as none. */
  plans!: Readonly<Record<SurfaceId, Plan | undefined>>;
  /** Neither deleted nor suspended. */
  isThere!: boolean;

  constructor(account: Account) {
    this.id = account.id;
    this.update(account);
  }

  update(account: Account): void {
    this.isThere = account.deletedAt === null && account.suspendedAt === null;
    this.plans = bySurface((surface) => {
      const isKnown = findPlan(surface, account.plans[surface] ?? '') !== undefined;
      return this.isThere && isKnown ? planOfAccount(account, surface) : undefined;
    });
  }
}

/** The keys of issued principals: code that keeps a principal can check whether it is still valid. */
const keyOfPrincipal = new WeakMap<Principal, KnownKey>();

/** Whether a key still authenticates the same principal: it was not revoked, has not expired, and its plan is the same. */
export function isStillGood(principal: Principal, now: EpochMs): boolean {
  const key = keyOfPrincipal.get(principal);
  return key === undefined || key.hasPlan(principal.plan, now);
}

/** An API key in memory: small, because a gateway holds up to half a million of them. */
export class KnownKey {
  readonly #id: string;
  readonly owner: KnownAccount;
  readonly #uses: LastUses;
  #endsAt: EpochMs;
  /** What the key is limited to; most keys are not. */
  readonly scope: KeyScope | undefined;
  /** The principal of the surface on which the key was used last. */
  #principal: Principal | undefined;
  #touchedAt: EpochMs = Number.NEGATIVE_INFINITY;

  constructor(key: ApiKey, owner: KnownAccount, uses: LastUses) {
    this.#id = key.id;
    this.owner = owner;
    this.#uses = uses;
    this.#endsAt = keyEndsAt(key);
    this.scope = key.scope;
  }

  update(key: ApiKey): void {
    this.#endsAt = keyEndsAt(key);
  }

  /** Neither revoked nor expired, and its account is there: what may be missing is a plan. */
  isAlive(now: EpochMs): boolean {
    return now < this.#endsAt && this.owner.isThere;
  }

  /**
   * The caller that the key authenticates at `now`.
   *
   * @returns undefined: the key is revoked or expired, or its account is deleted or has no plan on the surface
   */
  principal(surface: SurfaceId, now: EpochMs): Principal | undefined {
    if (now >= this.#endsAt) return undefined;
    const plan = this.owner.plans[surface];
    if (!plan) return undefined;
    this.#touch(now);
    // A plan belongs to one surface and is replaced when it changes: the same plan means the same principal.
    if (this.#principal?.plan !== plan) this.#principal = this.#principalOf(plan);
    return this.#principal;
  }

  /** Whether the key is good at `now`, with a plan of the same content on the plan's surface. */
  hasPlan(plan: Plan, now: EpochMs): boolean {
    return now < this.#endsAt && isDeepStrictEqual(this.owner.plans[plan.surface], plan);
  }

  #principalOf(plan: Plan): Principal {
    const { regions } = this.scope ?? {};
    const principal = { accountId: this.owner.id, keyId: this.#id, plan, ...(regions && { regions }) };
    keyOfPrincipal.set(principal, this);
    return principal;
  }

  #touch(now: EpochMs): void {
    if (Math.abs(now - this.#touchedAt) < TOUCH_MS) return;
    this.#touchedAt = now;
    this.#uses.note(this.#id, now);
  }
}
