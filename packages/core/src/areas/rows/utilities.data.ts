import { CALENDARS } from '../../calendar/calendars.js';
import { AUTHORITY_POLICY } from '../../screening/policies.data.js';
import type { AreaRow } from '../area-row.js';
import { points } from '../columns.js';
import { CALIFORNIA_NEIGHBOURS, GREATER_LOS_ANGELES, NORTH_OF_TEHACHAPI, SAN_DIEGO } from './california.data.js';

const UTILITY = {
  kind: 'utility',
  iso: 'CAISO',
  timezone: 'America/Los_Angeles',
  marketTimezone: 'America/Los_Angeles',
  oasisTimezone: 'PPT',
  calendar: CALENDARS.us,
  source: 'eia930',
  screening: AUTHORITY_POLICY,
  inGlobalModel: true,
  neighbours: CALIFORNIA_NEIGHBOURS,
} as const;

/**
 * Settings of the two utilities whose next hours are mostly noise: ridge strengths that are larger, and grow with the
 * hours ahead, as the errors do. A cloudy noon of San Diego is twice a clear one, farther from it than other members
 * read. Errors of 1 to 12 h in 2020 and 2021, docs/forecasting.md.
 */
const NOISY_NEXT_HOURS = { nearRidge: { 1: 5, 3: 20, 6: 60 }, ridge: { 0: 60 }, clip: 1, leastShare: 0.7 } as const;

/** The utilities of California, in the order of the contract's tables. */
export const UTILITIES = [
  {
    ...UTILITY,
    id: 'pge',
    territory: 'Northern & Central California',
    name: 'Pacific Gas and Electric',
    series: 'CISO-PGAE',
    codes: { a: [], b: [], c: [{ code: 'PGE' }], oasis: [{ code: 'PGE-TAC', order: 2, aliases: ['PGE'] }] },
    simulated: { stream: 0, baseMw: 10_600, coolingPerC: 0.035, heatingPerC: 0.008, meanC: 15.5, seasonC: 7, dayC: 6 },
    points: NORTH_OF_TEHACHAPI,
  },
  {
    ...UTILITY,
    id: 'sce',
    territory: 'Central & Southern California',
    name: 'Southern California Edison',
    series: 'CISO-SCE',
    codes: { a: [], b: [], c: [{ code: 'SCE' }], oasis: [{ code: 'SCE-TAC', order: 3, aliases: ['SCE'] }] },
    simulated: { stream: 1, baseMw: 11_000, coolingPerC: 0.045, heatingPerC: 0.006, meanC: 18, seasonC: 6, dayC: 6 },
    points: [...GREATER_LOS_ANGELES, ...points(['Palm Springs', 33.83, -116.55, 0.5])],
  },
  {
    ...UTILITY,
    id: 'sdge',
    territory: 'San Diego region',
    name: 'San Diego Gas & Electric',
    series: 'CISO-SDGE',
    codes: { a: [], b: [], c: [{ code: 'SDGE' }], oasis: [{ code: 'SDGE-TAC', order: 4, aliases: ['SDGE'] }] },
    // San Diego's noons fall far below the median when rooftop solar does well: real load, not a fault.
    screening: { ...AUTHORITY_POLICY, maxLogDeviation: 1.1, jumpFloor: 0.3 },
    nextHours: NOISY_NEXT_HOURS,
    simulated: { stream: 2, baseMw: 2_150, coolingPerC: 0.04, heatingPerC: 0.006, meanC: 18, seasonC: 4.5, dayC: 4.5 },
    points: SAN_DIEGO,
  },
  {
    ...UTILITY,
    id: 'vea',
    territory: 'Eastern California / Nevada border',
    name: 'Valley Electric Association',
    series: 'CISO-VEA',
    codes: { a: [], b: [], c: [{ code: 'VEA' }], oasis: [{ code: 'VEA-TAC', order: 5, aliases: ['VEA'] }] },
    // 18 to 341 MW, moves of 65 % from hour to hour: only the impossible is a fault.
    screening: { ...AUTHORITY_POLICY, frozenRunHours: 6, maxLogDeviation: 1.3, jumpFloor: 0.9 },
    // Other areas' loads say little about its own.
    inGlobalModel: false,
    // The size of its errors changes most, and for months. Chosen among 0.5, 0.75 and 1 by pinball loss in 2021 and
    // 2022: docs/forecasting.md.
    volatilityPower: 0.75,
    // Its days miss any calendar by more than the 3 % of others, and most of them would count less. Errors of 2021 and 2022.
    nextHours: NOISY_NEXT_HOURS,
    simulated: { stream: 3, baseMw: 72, coolingPerC: 0.05, heatingPerC: 0.02, meanC: 18.5, seasonC: 11, dayC: 8 },
    points: points(['Pahrump', 36.21, -115.98, 1]),
  },
] as const satisfies readonly AreaRow[];
