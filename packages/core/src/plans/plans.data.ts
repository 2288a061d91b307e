import { HORIZON_IDS } from '../horizons/horizon.js';
import { RESOLUTIONS } from '../horizons/horizons.data.js';
import { DAY_MS } from '../time/instant.js';
import type { Plan } from './plan.js';

const YEAR_HOURS = 8_784;
const COMMON = { custom: false } as const;
const WHOLE = { ...COMMON, horizons: HORIZON_IDS, resolutions: RESOLUTIONS, quantiles: true, bulk: true } as const;

/** A plan of surface B or C: only its calls and keys are limited. */
const gridPlan = (
  surface: 'b' | 'c',
  id: string,
  name: string,
  limits: Pick<Plan, 'requestsPerHour' | 'requestsPerDay' | 'maxKeys'>,
): Plan => ({
  ...WHOLE,
  regionRequestsPerDay: null,
  maxForecasters: 0,
  maxAreas: 0,
  maxAreaRows: 0,
  historyDepthMs: null,
  surface,
  id,
  name,
  ...limits,
});

/** Every plan of every surface, cheapest first within a surface. The documentation's tables are made from it. */
export const PLANS: readonly Plan[] = [
  {
    ...COMMON,
    surface: 'a',
    id: 'free',
    name: 'Free',
    requestsPerHour: 100,
    requestsPerDay: 1_000,
    regionRequestsPerDay: 50,
    maxKeys: 2,
    maxForecasters: 1,
    maxAreas: 0,
    maxAreaRows: 0,
    horizons: ['1d', '2d'],
    resolutions: ['1h'],
    quantiles: false,
    bulk: false,
    historyDepthMs: DAY_MS,
  },
  {
    ...COMMON,
    surface: 'a',
    id: 'developer',
    name: 'Developer',
    requestsPerHour: 10_000,
    requestsPerDay: 50_000,
    regionRequestsPerDay: 5_000,
    maxKeys: 5,
    maxForecasters: 3,
    maxAreas: 1,
    maxAreaRows: 3 * YEAR_HOURS,
    horizons: ['1d', '2d', '7d'],
    resolutions: RESOLUTIONS,
    quantiles: true,
    bulk: false,
    historyDepthMs: 30 * DAY_MS,
  },
  {
    ...WHOLE,
    surface: 'a',
    id: 'team',
    name: 'Team',
    requestsPerHour: 50_000,
    requestsPerDay: 500_000,
    regionRequestsPerDay: 5_000,
    maxKeys: null,
    maxForecasters: 10,
    maxAreas: 5,
    maxAreaRows: 6 * YEAR_HOURS,
    historyDepthMs: 30 * DAY_MS,
  },
  {
    ...WHOLE,
    surface: 'a',
    id: 'enterprise',
    name: 'Enterprise',
    requestsPerHour: 500_000,
    requestsPerDay: 5_000_000,
    regionRequestsPerDay: 50_000,
    maxKeys: null,
    maxForecasters: 50,
    maxAreas: 20,
    maxAreaRows: 12 * YEAR_HOURS,
    historyDepthMs: 365 * DAY_MS,
    custom: true,
  },
  gridPlan('b', 'trial', 'Trial', { requestsPerHour: 100, requestsPerDay: 1_000, maxKeys: 2 }),
  gridPlan('b', 'standard', 'Standard', { requestsPerHour: 1_000, requestsPerDay: 10_000, maxKeys: 10 }),
  gridPlan('b', 'pro', 'Pro', { requestsPerHour: 10_000, requestsPerDay: 100_000, maxKeys: 50 }),
  gridPlan('b', 'enterprise', 'Enterprise', { requestsPerHour: 100_000, requestsPerDay: 1_000_000, maxKeys: 100 }),
  gridPlan('c', 'trial', 'Trial', { requestsPerHour: 100, requestsPerDay: 1_000, maxKeys: 2 }),
  gridPlan('c', 'standard', 'Standard', { requestsPerHour: 1_000, requestsPerDay: 10_000, maxKeys: 10 }),
  gridPlan('c', 'enterprise', 'Enterprise', { requestsPerHour: null, requestsPerDay: null, maxKeys: 100 }),
];
