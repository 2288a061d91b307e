/** A grid as the contract names it: written out here, so that a wrong registry is not compared with itself. */
export interface KnownGrid {
  /** Surface A. */
  readonly region: string;
  readonly aliases: readonly string[];
  readonly isoName: string;
  readonly territory: string;
  /** Where people live. */
  readonly timezone: string;
  /** The operator's clock: operating days, hours ending, gates. */
  readonly marketTimezone: string;
  /** Surface B, first the code used in these checks. */
  readonly tacAreas: readonly string[];
  readonly iso: string;
  /** Name under `/oasisapi/SingleZip`. */
  readonly oasisName: string;
  /** Range of the mean load of any week of 2018 to 2023, with room: EIA-930. */
  readonly meanMw: readonly [number, number];
}

const EAST = 'America/New_York';
const CENTRAL = 'America/Chicago';
export const PACIFIC = 'America/Los_Angeles';

/** Grids in the order of surface A's table. */
export const GRIDS: readonly KnownGrid[] = [
  {
    region: 'CAISO',
    aliases: ['CISO'],
    isoName: 'California Independent System Operator',
    territory: 'California',
    timezone: PACIFIC,
    marketTimezone: PACIFIC,
    tacAreas: ['CISO'],
    iso: 'CAISO',
    oasisName: 'CA ISO-TAC',
    meanMw: [17_000, 45_000],
  },
  {
    region: 'ERCOT',
    aliases: ['ERCO'],
    isoName: 'Electric Reliability Council of Texas',
    territory: 'Texas',
    timezone: CENTRAL,
    marketTimezone: CENTRAL,
    tacAreas: ['ERCO'],
    iso: 'ERCOT',
    oasisName: 'ERCO',
    meanMw: [28_000, 90_000],
  },
  {
    region: 'PJM',
    aliases: [],
    isoName: 'PJM Interconnection',
    territory: 'Mid-Atlantic / Midwest',
    timezone: EAST,
    marketTimezone: EAST,
    tacAreas: ['PJM'],
    iso: 'PJM',
    oasisName: 'PJM',
    meanMw: [64_000, 150_000],
  },
  {
    region: 'MISO',
    aliases: [],
    isoName: 'Midcontinent Independent System Operator',
    territory: 'Central US',
    timezone: CENTRAL,
    // EST the whole year.
    marketTimezone: 'Etc/GMT+5',
    tacAreas: ['MISO'],
    iso: 'MISO',
    oasisName: 'MISO',
    meanMw: [52_000, 120_000],
  },
  {
    region: 'NYISO',
    aliases: ['NYIS'],
    isoName: 'New York Independent System Operator',
    territory: 'New York',
    timezone: EAST,
    marketTimezone: EAST,
    tacAreas: ['NYIS', 'NYIS-TOTAL'],
    iso: 'NYISO',
    oasisName: 'NYIS',
    meanMw: [12_000, 30_000],
  },
  {
    region: 'ISONE',
    aliases: ['ISNE'],
    isoName: 'ISO New England',
    territory: 'New England',
    timezone: EAST,
    marketTimezone: EAST,
    tacAreas: ['ISNE'],
    iso: 'ISONE',
    oasisName: 'ISNE',
    meanMw: [9_000, 24_000],
  },
  {
    region: 'SPP',
    aliases: ['SWPP'],
    isoName: 'Southwest Power Pool',
    territory: 'Central US',
    timezone: CENTRAL,
    marketTimezone: CENTRAL,
    tacAreas: ['SWPP'],
    iso: 'SPP',
    oasisName: 'SWPP',
    meanMw: [21_000, 55_000],
  },
];

/** A utility of California: surface C. */
export interface KnownUtility {
  readonly code: string;
  readonly utility: string;
  readonly territory: string;
  readonly oasisName: string;
  readonly meanMw: readonly [number, number];
}

/** Utilities in the order of surface C's table. All on the Pacific clock. */
export const UTILITIES: readonly KnownUtility[] = [
  {
    code: 'PGE',
    utility: 'Pacific Gas and Electric',
    territory: 'Northern & Central California',
    oasisName: 'PGE-TAC',
    meanMw: [7_000, 20_000],
  },
  {
    code: 'SCE',
    utility: 'Southern California Edison',
    territory: 'Central & Southern California',
    oasisName: 'SCE-TAC',
    meanMw: [7_000, 22_000],
  },
  {
    code: 'SDGE',
    utility: 'San Diego Gas & Electric',
    territory: 'San Diego region',
    oasisName: 'SDGE-TAC',
    meanMw: [1_200, 4_800],
  },
  {
    code: 'VEA',
    utility: 'Valley Electric Association',
    territory: 'Eastern California / Nevada border',
    oasisName: 'VEA-TAC',
    meanMw: [35, 250],
  },
];

/** Surface B's codes in the order of its table. */
export const TAC_AREAS = ['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL'] as const;

/** Market runs of surfaces A and B, with the days from their gate to the operating day. */
export const MARKET_RUNS = [
  { run: 'DAM', leadDays: 1 },
  { run: '2DA', leadDays: 2 },
  { run: '7DA', leadDays: 7 },
  { run: '15DA', leadDays: 15 },
] as const;
export type MarketRun = (typeof MARKET_RUNS)[number]['run'];
export const RUN_NAMES: readonly MarketRun[] = MARKET_RUNS.map(({ run }) => run);

/** Surface C's runs, the default first. */
export const UTILITY_RUNS = ['DAM', 'RTM', '2DA'] as const;

/** The hour of every gate, on the market's clock. */
export const GATE_HOUR = 9;

/** Surface A's horizons, in hours. */
export const HORIZON_HOURS = { '1d': 24, '2d': 48, '7d': 168, '15d': 360 } as const;
export const HORIZONS = ['1d', '2d', '7d', '15d'] as const;
export const RESOLUTIONS = ['1h', '15min'] as const;

/** The grid of a code of surface B. */
export function gridOfTacArea(code: string): KnownGrid {
  const grid = GRIDS.find(({ tacAreas }) => tacAreas.includes(code));
  if (!grid) throw new Error(`${code} is not one of ${TAC_AREAS.join(', ')}`);
  return grid;
}

/** The market clock of an area under any of its names on B and SingleZip; undefined for a name that is not the contract's. */
export function marketZoneOf(name: string): string | undefined {
  const grid = GRIDS.find(({ tacAreas, oasisName }) => oasisName === name || tacAreas.includes(name));
  return grid?.marketTimezone ?? (UTILITIES.some(({ oasisName }) => oasisName === name) ? PACIFIC : undefined);
}
