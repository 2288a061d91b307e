/**
 * Pinball loss of one hour: how well a quantile of the forecast sits, smaller is better.
 *
 * @param level the quantile's level, between 0 and 1
 * @param actual observed load, MW
 * @param quantile forecast of that quantile, MW
 * @returns MW; NaN when either value is missing
 * @see Koenker & Bassett 1978, doi:10.2307/1913643
 * @example
 * pinballLossMw(0.9, 120, 100) // => 18
 */
export function pinballLossMw(level: number, actual: number, quantile: number): number {
  const miss = actual - quantile;
  return miss >= 0 ? level * miss : (level - 1) * miss;
}
