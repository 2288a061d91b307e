/** What drives the simulated load of one series. Temperatures in degrees C, load in MW. */
export interface SimulatedArea {
  /** EIA-930 id, as of the real area. */
  readonly series: string;
  /** IANA name: the clock people live by. */
  readonly zone: string;
  /** Load on an ordinary mild working day, mean over the day. */
  readonly baseMw: number;
  /** Relative load per degree of the smoothed temperature above 19 and below 13. */
  readonly coolingPerC: number;
  readonly heatingPerC: number;
  readonly meanC: number;
  /** Half of the spread between July and January, and between afternoon and dawn. */
  readonly seasonC: number;
  readonly dayC: number;
}

const PACIFIC = 'America/Los_Angeles';
const CENTRAL = 'America/Chicago';
const EASTERN = 'America/New_York';

type Row = readonly [string, string, number, number, number, number, number, number];

const row = ([series, zone, baseMw, coolingPerC, heatingPerC, meanC, seasonC, dayC]: Row): SimulatedArea => ({
  series,
  zone,
  baseMw,
  coolingPerC,
  heatingPerC,
  meanC,
  seasonC,
  dayC,
});

/** The four utilities of California: together they are CAISO. */
export const UTILITIES: readonly SimulatedArea[] = (
  [
    ['CISO-PGAE', PACIFIC, 10_600, 0.035, 0.008, 15.5, 7, 6],
    ['CISO-SCE', PACIFIC, 11_000, 0.045, 0.006, 18, 6, 6],
    ['CISO-SDGE', PACIFIC, 2_150, 0.04, 0.006, 18, 4.5, 4.5],
    ['CISO-VEA', PACIFIC, 72, 0.05, 0.02, 18.5, 11, 8],
  ] as const
).map(row);

/** The grids that are not sums of others. */
export const GRIDS: readonly SimulatedArea[] = (
  [
    ['ERCO', CENTRAL, 41_500, 0.04, 0.022, 20, 9.5, 6],
    ['PJM', EASTERN, 82_000, 0.034, 0.014, 12.5, 12.5, 5],
    ['MISO', CENTRAL, 69_500, 0.034, 0.012, 11.5, 14, 5.5],
    ['NYIS', EASTERN, 16_300, 0.036, 0.01, 11, 12.5, 4.5],
    ['ISNE', EASTERN, 12_600, 0.036, 0.012, 9.5, 13, 5],
    ['SWPP', CENTRAL, 28_500, 0.038, 0.014, 14, 14, 6.5],
  ] as const
).map(row);

/** Hour-of-day shapes with mean 1: working day, and weekend or holiday. */
export const WORKDAY: readonly number[] = [
  0.85, 0.82, 0.8, 0.8, 0.82, 0.88, 0.96, 1.02, 1.03, 1.03, 1.03, 1.04, 1.04, 1.04, 1.04, 1.05, 1.08, 1.12, 1.14, 1.14,
  1.12, 1.07, 0.99, 0.91,
];
export const DAY_OFF: readonly number[] = [
  0.86, 0.82, 0.8, 0.79, 0.79, 0.81, 0.84, 0.87, 0.91, 0.95, 0.97, 0.98, 0.98, 0.98, 0.98, 0.99, 1.03, 1.08, 1.11, 1.12,
  1.1, 1.05, 0.98, 0.91,
];
