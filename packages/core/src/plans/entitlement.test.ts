import { describe, expect, test } from 'vitest';
import type { ServiceError } from '../errors/service-error.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { earliestHistory, entitlementClass, NO_GRID_DATA, requireEntitlement, type Sight } from './entitlement.js';
import { agreedPlan, findPlan, plansOf } from './find-plan.js';
import { PLANS } from './plans.data.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const HOUR = Date.UTC(2026, 10, 21, 8);
const plan = (surface: 'a' | 'b' | 'c', id: string) => findPlan(surface, id)!;
const outcome = (id: string, sight: Partial<Sight>) => {
  try {
    requireEntitlement(plan('a', id), { asOf: NOW, from: NOW, ...sight }, NOW);
    return 'allowed';
  } catch (error) {
    const { code, details } = error as ServiceError<'plan_limit'>;
    return `${code} -> ${details.requiredPlan}`;
  }
};

describe('surface A', () => {
  test.each([
    ['free', { horizon: '1d' }, 'allowed'],
    ['free', { horizon: '2d' }, 'allowed'],
    ['free', { horizon: '7d' }, 'plan_limit -> Developer'],
    ['free', { horizon: '15d' }, 'plan_limit -> Team'],
    ['developer', { horizon: '15d' }, 'plan_limit -> Team'],
    ['team', { horizon: '15d' }, 'allowed'],
    ['free', { resolution: '15min' }, 'plan_limit -> Developer'],
    ['developer', { resolution: '15min' }, 'allowed'],
    ['free', { level: 'quantiles' }, 'plan_limit -> Developer'],
    ['developer', { level: 'quantiles' }, 'allowed'],
    ['developer', { level: 'files' }, 'plan_limit -> Team'],
    ['team', { level: 'files' }, 'allowed'],
    ['free', { from: HOUR - DAY_MS }, 'allowed'],
    ['free', { asOf: HOUR - DAY_MS }, 'allowed'],
    ['free', { from: HOUR - DAY_MS - 1 }, 'plan_limit -> Developer'],
    ['free', { asOf: HOUR - DAY_MS - 1 }, 'plan_limit -> Developer'],
    ['free', { from: HOUR - 30 * DAY_MS - 1 }, 'plan_limit -> Enterprise'],
    ['free', { asOf: HOUR - 30 * DAY_MS - 1 }, 'plan_limit -> Enterprise'],
    ['team', { from: HOUR - 30 * DAY_MS }, 'allowed'],
    ['team', { asOf: HOUR - 30 * DAY_MS }, 'allowed'],
    ['enterprise', { from: HOUR - 365 * DAY_MS }, 'allowed'],
    ['enterprise', { asOf: HOUR - 365 * DAY_MS }, 'allowed'],
    ['enterprise', { from: HOUR - 366 * DAY_MS }, 'plan_limit -> undefined'],
    ['enterprise', { asOf: HOUR - 366 * DAY_MS }, 'plan_limit -> undefined'],
    ['free', { from: Number.NaN }, 'plan_limit -> undefined'],
    ['free', NO_GRID_DATA, 'allowed'],
    ['free', {}, 'allowed'],
  ] as const)('%s seeing %o: %s', (id, sight, expected) => expect(outcome(id, sight)).toBe(expected));

  test("a client's own now - 24 h is inside Free's 24 hours a minute later", () => {
    expect(earliestHistory(plan('a', 'free'), NOW)).toBeLessThanOrEqual(NOW - DAY_MS);
    expect(earliestHistory(plan('a', 'free'), NOW)).toBeGreaterThan(NOW - DAY_MS - HOUR_MS);
  });

  test('a refusal names the plan it is about and the one that includes it', () => {
    expect(() => requireEntitlement(plan('a', 'free'), { ...NO_GRID_DATA, horizon: '7d' }, NOW)).toThrow(
      'Horizon 7d is not part of the Free plan. The Developer plan includes it.',
    );
    expect(() => requireEntitlement(plan('a', 'free'), { ...NO_GRID_DATA, level: 'drivers' }, NOW)).toThrow(
      'The breakdown of a forecast into drivers is not part of the Free plan. The Developer plan includes it.',
    );
    expect(() => requireEntitlement(plan('a', 'free'), { asOf: 0, from: NOW }, NOW)).toThrow(
      'History older than 24 hours is not part of the Free plan. No plan includes it: Enterprise, with 365 days, goes back furthest.',
    );
  });
});

test('Free alone sees no bounds', () => {
  const withoutBounds = PLANS.filter((row) => entitlementClass(row) === 'values');
  expect(withoutBounds.map(({ surface, id }) => `${surface}/${id}`)).toEqual(['a/free']);
});

test('plans of B and C include every horizon, resolution and depth', () => {
  for (const row of [...plansOf('b'), ...plansOf('c')]) {
    requireEntitlement(row, { horizon: '15d', resolution: '15min', asOf: 0, from: 0 }, NOW);
  }
});

test('ids are unique on a surface, and limits never shrink from one plan to the next', () => {
  for (const surface of ['a', 'b', 'c'] as const) {
    const rows = plansOf(surface);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const field of ['requestsPerHour', 'requestsPerDay', 'regionRequestsPerDay', 'maxKeys'] as const) {
      const limits = rows.map((row) => row[field] ?? Number.POSITIVE_INFINITY);
      expect(limits).toEqual([...limits].sort((one, two) => one - two));
    }
  }
});

describe('agreed numbers', () => {
  test('replace those of a custom plan only', () => {
    const agreed = { requestsPerHour: 7, maxKeys: 3 };
    expect(agreedPlan(plan('a', 'enterprise'), agreed)).toMatchObject({ ...agreed, requestsPerDay: 5_000_000 });
    expect(agreedPlan(plan('a', 'team'), agreed)).toEqual(plan('a', 'team'));
    expect(agreedPlan(plan('b', 'enterprise'), agreed)).toEqual(plan('b', 'enterprise'));
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused', (requestsPerHour) => {
    expect(() => agreedPlan(plan('a', 'enterprise'), { requestsPerHour })).toThrow(RangeError);
  });
});
