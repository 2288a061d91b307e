import { type Account, PLANS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { planJson } from '../../access/about/plan-json.js';
import { accountJson } from './account-json.js';

const account: Account = {
  id: 'acc_1',
  email: 'ann@example.org',
  plans: { a: 'enterprise', b: null, c: 'trial' },
  overrides: { a: { requestsPerHour: 7 } },
  createdAt: Date.UTC(2026, 10, 21, 8, 30, 0, 500),
  deletedAt: null,
  suspendedAt: null,
};

test('an account has a plan or null on each surface, with the numbers agreed for it', () => {
  expect(accountJson(account)).toMatchObject({
    id: 'acc_1',
    created_at: '2026-11-21T08:30:00Z',
    plans: { a: { id: 'enterprise', requests_per_hour: 7 }, b: null, c: { id: 'trial' } },
  });
});

test.each(PLANS.map((plan) => ({ name: `${plan.surface}/${plan.id}`, plan })))(
  '$name: every number of the plan is in its JSON, history in days',
  ({ plan }) => {
    const { requests_per_hour, requests_per_day, region_requests_per_day, max_keys, history_days } = planJson(plan);
    expect([requests_per_hour, requests_per_day, region_requests_per_day, max_keys]).toEqual([
      plan.requestsPerHour,
      plan.requestsPerDay,
      plan.regionRequestsPerDay,
      plan.maxKeys,
    ]);
    expect(history_days === null ? null : history_days * 86_400_000).toBe(plan.historyDepthMs);
  },
);
