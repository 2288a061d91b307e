/** A grid as the contract names it: written out here, so that a wrong registry is not compared with itself. */
export interface KnownGrid {
  /** Surface A, and the ISO of surface B. */
  readonly region: string;
  /** Where people live. */
  readonly timezone: string;
  /** The operator's clock: operating days, hours ending, gates. */
  readonly marketTimezone: string;
  /** Surface B. The first is the code used in these checks, and on surface A an alias of the region. */
  readonly tacAreas: readonly [string, ...string[]];
  /** Name under `/oasisapi/SingleZip`. */
  readonly oasisName: string;
  /** Range of the mean load of any week of 2018 to 2023, with room: EIA-930. */
  readonly meanMw: readonly [number, number];
}

const EAST = 'America/New_York';
const CENTRAL = 'America/Chicago';
export const PACIFIC = 'America/Los_Angeles';

type GridRow = Omit<KnownGrid, 'marketTimezone' | 'oasisName'> & Partial<KnownGrid>;

const GRID_ROWS: readonly GridRow[] = [
  { region: 'CAISO', timezone: PACIFIC, tacAreas: ['CISO'], oasisName: 'CA ISO-TAC', meanMw: [17_000, 45_000] },
  { region: 'ERCOT', timezone: CENTRAL, tacAreas: ['ERCO'], meanMw: [28_000, 90_000] },
  { region: 'PJM', timezone: EAST, tacAreas: ['PJM'], meanMw: [64_000, 150_000] },
  // The market keeps EST the whole year.
  { region: 'MISO', timezone: CENTRAL, marketTimezone: 'Etc/GMT+5', tacAreas: ['MISO'], meanMw: [52_000, 120_000] },
  { region: 'NYISO', timezone: EAST, tacAreas: ['NYIS', 'NYIS-TOTAL'], meanMw: [12_000, 30_000] },
  { region: 'ISONE', timezone: EAST, tacAreas: ['ISNE'], meanMw: [9_000, 24_000] },
  { region: 'SPP', timezone: CENTRAL, tacAreas: ['SWPP'], meanMw: [21_000, 55_000] },
];

/** Grids in the order of surface A's table. */
export const GRIDS: readonly KnownGrid[] = GRID_ROWS.map((row) => ({
  marketTimezone: row.timezone,
  oasisName: row.tacAreas[0],
  ...row,
}));

/** A utility of California: surface C. Its clock is the Pacific's. */
export interface KnownUtility {
  readonly code: string;
  readonly oasisName: string;
  readonly meanMw: readonly [number, number];
}

/** Utilities in the order of surface C's table. */
export const UTILITIES: readonly KnownUtility[] = [
  { code: 'PGE', oasisName: 'PGE-TAC', meanMw: [7_000, 20_000] },
  { code: 'SCE', oasisName: 'SCE-TAC', meanMw: [7_000, 22_000] },
  { code: 'SDGE', oasisName: 'SDGE-TAC', meanMw: [1_200, 4_800] },
  { code: 'VEA', oasisName: 'VEA-TAC', meanMw: [35, 250] },
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

export const GATE_HOUR = 9;

/** Surface A's horizons, in hours. */
export const HORIZON_HOURS = { '1d': 24, '2d': 48, '7d': 168, '15d': 360 } as const;
export const HORIZONS = ['1d', '2d', '7d', '15d'] as const;
export const RESOLUTIONS = ['1h', '15min'] as const;

/** The market clock of an area under any of its names on B and SingleZip. */
export function marketZoneOf(name: string): string {
  const grid = GRIDS.find(({ tacAreas, oasisName }) => oasisName === name || tacAreas.includes(name));
  if (!grid && UTILITIES.every(({ oasisName }) => oasisName !== name)) throw new Error(`unknown area ${name}`);
  return grid?.marketTimezone ?? PACIFIC;
}
