import { CONTRACT_AREAS, type EpochMs, findPlan, HOUR_MS, type Plan } from '@loadcast/core';
import { CounterTable, type QuotaSnapshot } from '@loadcast/core/quota';
import { describe, expect, test } from 'vitest';
import { createAdmission } from './admit.js';
import { quotaHeaders } from './quota-headers.js';

const NOW: EpochMs = Date.UTC(2026, 10, 21, 8, 29, 26);
const FREE = findPlan('a', 'free')!;

function account(plan: Plan) {
  const admission = createAdmission(new CounterTable(), () => CONTRACT_AREAS);
  const principal = { accountId: 'acc_1', keyId: 'key_1', plan };
  const admit = async (regions: readonly ('pjm' | 'nyiso')[] = [], now = NOW) =>
    admission.admit(principal, regions, now);
  return { admission, principal, admit };
}

describe('Free, surface A', () => {
  test('the first call of the hour', async () => {
    const { admit } = account(FREE);
    expect(quotaHeaders((await admit(['pjm'])).snapshot)).toEqual({
      'ratelimit-policy': '"hourly";q=100;w=3600, "daily";q=1000;w=86400, "region-daily";q=50;w=86400',
      ratelimit: '"hourly";r=99;t=1834, "daily";r=999;t=55834, "region-daily";r=49;t=55834',
      'x-ratelimit-limit': '50',
      'x-ratelimit-remaining': '49',
      'x-ratelimit-reset': String(Date.UTC(2026, 10, 22) / 1000),
    });
  });

  test('a call without a region does not name the limit of regions', async () => {
    const { admit } = account(FREE);
    const headers = quotaHeaders((await admit()).snapshot);
    expect(headers['ratelimit']).toBe('"hourly";r=99;t=1834, "daily";r=999;t=55834');
    expect(headers['x-ratelimit-remaining']).toBe('99');
  });

  test('two codes of one grid in one call count once, and of several regions the fullest is reported', async () => {
    const { admit } = account(FREE);
    await admit(['pjm']);
    const { snapshot } = await admit(['nyiso', 'nyiso', 'pjm']);
    expect(snapshot.policies.map(({ remaining }) => remaining)).toEqual([98, 998, 48]);
  });

  test('a region that is used up refuses with true hourly and daily numbers, and the words of the contract', async () => {
    const { admit } = account(FREE);
    for (let i = 0; i < 50; i += 1) await admit(['pjm']);
    const refused = await admit(['nyiso', 'pjm']);
    expect(refused).toMatchObject({
      allowed: false,
      error: {
        code: 'rate_limited',
        message: 'Daily limit of 50 requests for region PJM exceeded on the Free plan. Retry in 55834 seconds.',
        details: {
          plan: 'Free',
          limitHourly: 100,
          remainingHourly: 50,
          limitDaily: 1_000,
          remainingDaily: 950,
          retryAfterSeconds: 55_834,
        },
      },
    });
    expect(quotaHeaders(refused.snapshot)['ratelimit']).toBe('"region-daily";r=0;t=55834');
    expect((await admit(['nyiso'])).allowed).toBe(true);
  });

  // docs/faults.md: fault 41
  test('a used up hour has a Retry-After, and waiting that long is enough', async () => {
    const { admit } = account(FREE);
    for (let i = 0; i < 100; i += 1) await admit();
    const refused = await admit();
    expect(refused).toMatchObject({
      error: { message: 'Hourly limit of 100 requests exceeded on the Free plan. Retry in 1834 seconds.' },
    });
    expect((await admit([], NOW + 1_833_000)).allowed).toBe(false);
    expect((await admit([], NOW + 1_834_000)).allowed).toBe(true);
  });

  test('a refund gives the answer back, and a peek costs nothing', async () => {
    const { admission, principal, admit } = account(FREE);
    const decision = await admit(['pjm']);
    if (!decision.allowed) throw new Error('refused');
    const refunded: QuotaSnapshot = await admission.refund(principal, decision, NOW);
    expect(refunded.policies.map(({ remaining }) => remaining)).toEqual([100, 1_000, 50]);
    await admission.peek(principal, ['pjm'], NOW);
    const peeked = await admission.peek(principal, ['pjm'], NOW + HOUR_MS);
    expect(peeked.policies.map(({ remaining }) => remaining)).toEqual([100, 1_000, 50]);
  });
});

test('callers of several plans in turn, with and without a region, each get the limits of their own plan', async () => {
  const plans = [FREE, { ...FREE, requestsPerDay: 2_000 }, { ...FREE, requestsPerHour: null }];
  const callers = plans.map((plan) => account(plan));
  for (const _ of 'twice.') {
    const texts = [];
    for (const { admit } of callers) {
      for (const regions of [[], ['pjm']] as const) {
        texts.push(quotaHeaders((await admit(regions)).snapshot)['ratelimit-policy']);
      }
    }
    expect(texts).toEqual([
      '"hourly";q=100;w=3600, "daily";q=1000;w=86400',
      '"hourly";q=100;w=3600, "daily";q=1000;w=86400, "region-daily";q=50;w=86400',
      '"hourly";q=100;w=3600, "daily";q=2000;w=86400',
      '"hourly";q=100;w=3600, "daily";q=2000;w=86400, "region-daily";q=50;w=86400',
      '"daily";q=1000;w=86400',
      '"daily";q=1000;w=86400, "region-daily";q=50;w=86400',
    ]);
  }
});

test('a plan without limits has no headers and never refuses', async () => {
  const { admit } = account(findPlan('c', 'enterprise')!);
  for (let i = 0; i < 2_000; i += 1) await admit();
  const decision = await admit();
  expect(decision.allowed).toBe(true);
  expect(quotaHeaders(decision.snapshot)).toEqual({});
});
