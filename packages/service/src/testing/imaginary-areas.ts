import type { AreaRow, HolidayCalendar } from '@loadcast/core';

/** A U.S. area with aliases, on surfaces A and B. */
export function northwest({ screening, calendar }: AreaRow): AreaRow {
  return {
    id: 'bpa',
    kind: 'grid',
    territory: 'Pacific Northwest',
    name: 'Bonneville Power Administration',
    iso: 'BPA',
    timezone: 'America/Los_Angeles',
    marketTimezone: 'America/Los_Angeles',
    oasisTimezone: 'PPT',
    calendar,
    source: 'eia930',
    series: 'BPAT',
    codes: {
      a: [{ code: 'BPA', aliases: ['BPAT', 'Bonneville'] }],
      b: [{ code: 'BPAT' }],
      c: [],
      oasis: [{ code: 'BPAT' }],
    },
    screening,
    inGlobalModel: true,
    neighbours: { grids: ['CISO'], adjacent: ['CISO-', 'PACW', 'AVA'] },
    points: [{ name: 'Spokane', latitude: 47.66, longitude: -117.43, weight: 0.6 }],
    simulated: {
      stream: 90,
      baseMw: 6_500,
      coolingPerC: 0.02,
      heatingPerC: 0.02,
      meanC: 11,
      seasonC: 9,
      dayC: 6,
    },
  };
}

/** A Canadian area: other holidays, a load source of its own, a fixed clock, on surfaces A, B and C. */
export function ontario({ screening }: AreaRow, calendar: HolidayCalendar): AreaRow {
  return {
    id: 'ontario',
    kind: 'grid',
    territory: 'Ontario',
    name: 'Independent Electricity System Operator',
    iso: 'IESO',
    timezone: 'America/Toronto',
    marketTimezone: 'EST',
    oasisTimezone: 'EST',
    calendar,
    source: 'ieso',
    series: 'IESO',
    codes: {
      a: [{ code: 'IESO' }],
      b: [{ code: 'IESO' }],
      c: [{ code: 'IESO' }],
      oasis: [{ code: 'IESO', order: 0 }],
    },
    screening: { ...screening, frozenRunHours: 5 },
    inGlobalModel: true,
    neighbours: { grids: ['NYIS', 'MISO'], adjacent: [] },
    points: [{ name: 'Toronto', latitude: 43.65, longitude: -79.38, weight: 6.3 }],
    simulated: {
      stream: 91,
      baseMw: 15_500,
      coolingPerC: 0.035,
      heatingPerC: 0.01,
      meanC: 9,
      seasonC: 13,
      dayC: 5,
    },
  };
}
