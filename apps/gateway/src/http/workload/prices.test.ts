import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import type { AuthedRequest, Preparation, Surface } from '@loadcast/formats';
import { preparationOf } from '@loadcast/formats/testing';
import { createSurfaceA } from '@loadcast/surface-a';
import { createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';
import { createSurfaceC } from '@loadcast/surface-c';
import { expect, test } from 'vitest';
import { WORKLOAD_LIMITS } from './workload-limits.js';

const world = await reportWorld('2026-07-01', '2026-07-02', { areas: ['pjm'] });
const SURFACES: Readonly<Record<string, Surface>> = {
  a: createSurfaceA(world),
  b: createSurfaceB(world),
  c: createSurfaceC(world),
  zip: createSingleZipSurface(world),
};
const LARGEST = { a: 'enterprise', b: 'enterprise', c: 'standard' };

async function prepared(target: string): Promise<Preparation> {
  const [at = '', query = ''] = target.split('?');
  const [name = '', ...segments] = at.split('/');
  const surface = SURFACES[name]!;
  const request: AuthedRequest = {
    method: 'GET',
    path: segments.map((segment) => `/${segment}`).join(''),
    fullPath: '/',
    query,
    headers: new Map(),
    receivedAt: Date.parse('2026-08-15T12:00Z'),
    areas: CONTRACT_AREAS,
    requestId: 'r',
    baseUrl: 'http://h',
    principal: { accountId: 'a', keyId: 'k', plan: findPlan(surface.id, LARGEST[surface.id])! },
  };
  return preparationOf(surface.route(request)!, request);
}

const MONTH = 'startdatetime=20260701T00:00-0000&enddatetime=20260801T00:00-0000';
const DAY = 'startdatetime=20260701T00:00-0000&enddatetime=20260702T00:00-0000';
const RANGE = 'start=2026-07-01T00:00Z&end=2026-08-01T00:00Z';

// Prices are of the request alone: none of these has data.
test.each([
  { target: `zip?queryname=SLD_FCST&version=1&resultformat=6&${MONTH}`, price: 5 * 12 * 744, isHeavy: true },
  { target: `zip?queryname=SLD_FCST&version=1&${MONTH}`, price: 5 * 12 * 744 * 1.6, isHeavy: true },
  {
    target: `zip?queryname=SLD_FCST&version=1&market_run_id=DAM&tac_area_name=PJM&${DAY}`,
    price: 38.4,
    isHeavy: false,
  },
  { target: `b?queryname=SLD_FCST&market_run_id=DAM&${MONTH}`, price: 8 * 744, isHeavy: true },
  { target: `b?queryname=SLD_ACTUAL&resultformat=7&${DAY}`, price: 8 * 24 * 1.6, isHeavy: false },
  { target: `b?queryname=SLD_ACTUAL&tac_area_name=PJM&resultformat=5&${MONTH}`, price: 744 * 1.6, isHeavy: false },
  { target: `c/demand?tac_area=PGE&${MONTH}`, price: 744 * 1.6, isHeavy: false },
  { target: `c/demand?tac_area=PGE&market_run_id=RTM&${MONTH}`, price: 12 * 744 * 1.6, isHeavy: true },
  { target: 'a/demand/forecast?region=PJM', price: 24, isHeavy: false },
  { target: 'a/demand/forecast?region=PJM&horizon=15d&resolution=15min', price: 1440, isHeavy: false },
  { target: 'a/demand/forecast?region=PJM&horizon=7d&format=xlsx', price: 168 * 5, isHeavy: false },
  { target: `a/demand/forecast?region=PJM&gate=dam&${RANGE}`, price: 744 * (3 + 1), isHeavy: true },
  { target: `a/demand/forecast?region=PJM&lead=24h&${RANGE}`, price: 744 * (15 + 1), isHeavy: true },
  { target: `a/demand/history?region=PJM&${RANGE}`, price: 744, isHeavy: false },
  { target: `a/demand/history?region=PJM&format=xlsx&${RANGE}`, price: 744 * 5, isHeavy: true },
])('$target costs $price, heavy is $isHeavy', async ({ target, price, isHeavy }) => {
  const preparation = await prepared(target);
  const told = 'price' in preparation ? preparation.price : Number.NaN;
  expect(told).toBeCloseTo(price, 6);
  expect(told > WORKLOAD_LIMITS.lightPrice).toBe(isHeavy);
});
