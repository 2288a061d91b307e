/** Hourly MW by the start of the hour, epoch ms. */
export type Series = ReadonlyMap<number, number>;

/** Start and both values of every hour that two series share, in order of time. */
export function paired(one: Series, other: Series): { start: number; one: number; other: number }[] {
  return [...one.keys()]
    .filter((start) => other.has(start))
    .sort((a, b) => a - b)
    .map((start) => ({ start, one: one.get(start)!, other: other.get(start)! }));
}

/** How good a forecast was, as the contract counts it. */
export interface Scores {
  readonly hours: number;
  readonly mapePct: number;
  readonly maeMw: number;
  readonly rmseMw: number;
  readonly biasMw: number;
}

/** Scores over the hours that both have. */
export function scoresOf(forecast: Series, actual: Series): Scores {
  const pairs = paired(forecast, actual);
  const mean = (of: (error: number, loadMw: number) => number) =>
    pairs.reduce((sum, { one, other }) => sum + of(one - other, other), 0) / pairs.length;
  return {
    hours: pairs.length,
    mapePct: mean((error, loadMw) => 100 * Math.abs(error / loadMw)),
    maeMw: mean(Math.abs),
    rmseMw: Math.sqrt(mean((error) => error * error)),
    biasMw: mean((error) => error),
  };
}

export const within = (series: Series, start: number, end: number): Series =>
  new Map([...series].filter(([hour]) => hour >= start && hour < end));

/** The same values so many milliseconds later. */
export const later = (series: Series, byMs: number): Series =>
  new Map([...series].map(([start, mw]) => [start + byMs, mw]));

export const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
