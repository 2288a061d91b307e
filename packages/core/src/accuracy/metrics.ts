/**
 * Mean absolute percentage error.
 *
 * Hours where either value is missing (NaN) or the actual is zero are skipped; the divisor is the hours left.
 *
 * @param actualMw   observed load, MW, one value per step
 * @param forecastMw forecast load, MW, same start and step as `actualMw`
 * @returns percent (3.2 means 3.2 %); NaN when no hour is usable
 * @throws {RangeError} the two series differ in length
 * @see Hyndman & Koehler 2006, doi:10.1016/j.ijforecast.2006.03.001 (why MAPE fails near zero)
 * @example
 * mapePct(Float64Array.of(100, 200), Float64Array.of(150, 150)) // => 37.5
 */
export function mapePct(actualMw: Float64Array, forecastMw: Float64Array): number {
  return (
    100 * meanOf(actualMw, forecastMw, (actual, forecast) => Math.abs((forecast - actual) / (actual || Number.NaN)))
  );
}

/**
 * Mean absolute error.
 *
 * Hours where either value is missing (NaN) are skipped.
 *
 * @param actualMw   observed load, MW
 * @param forecastMw forecast load, MW, same start and step
 * @returns MW; NaN when no hour is usable
 * @throws {RangeError} the two series differ in length
 * @example
 * maeMw(Float64Array.of(100, 200), Float64Array.of(110, 170)) // => 20
 */
export function maeMw(actualMw: Float64Array, forecastMw: Float64Array): number {
  return meanOf(actualMw, forecastMw, (actual, forecast) => Math.abs(forecast - actual));
}

/**
 * Root of the mean squared error.
 *
 * Hours where either value is missing (NaN) are skipped.
 *
 * @param actualMw   observed load, MW
 * @param forecastMw forecast load, MW, same start and step
 * @returns MW; NaN when no hour is usable
 * @throws {RangeError} the two series differ in length
 * @example
 * rmseMw(Float64Array.of(100, 100), Float64Array.of(110, 90)) // => 10
 */
export function rmseMw(actualMw: Float64Array, forecastMw: Float64Array): number {
  return Math.sqrt(meanOf(actualMw, forecastMw, (actual, forecast) => (forecast - actual) ** 2));
}

/**
 * Mean error, forecast minus actual: positive means that the forecast was too high.
 *
 * Hours where either value is missing (NaN) are skipped.
 *
 * @param actualMw   observed load, MW
 * @param forecastMw forecast load, MW, same start and step
 * @returns MW, signed; NaN when no hour is usable
 * @throws {RangeError} the two series differ in length
 * @example
 * biasMw(Float64Array.of(100, 100), Float64Array.of(110, 96)) // => 3
 */
export function biasMw(actualMw: Float64Array, forecastMw: Float64Array): number {
  return meanOf(actualMw, forecastMw, (actual, forecast) => forecast - actual);
}

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

/**
 * Mean pinball loss of the 80 % interval: the mean of the losses of p10 and p90.
 *
 * Hours where the actual or either bound is missing (NaN) are skipped.
 *
 * @param actualMw observed load, MW
 * @param p10Mw lower bound, MW, same start and step
 * @param p90Mw upper bound, MW, same start and step
 * @returns MW; NaN when no hour is usable
 * @throws {RangeError} the series differ in length
 * @example
 * pinballMw(Float64Array.of(130), Float64Array.of(90), Float64Array.of(120)) // => 6.5
 */
export function pinballMw(actualMw: Float64Array, p10Mw: Float64Array, p90Mw: Float64Array): number {
  return meanOfInterval(
    actualMw,
    p10Mw,
    p90Mw,
    (actual, p10, p90) => (pinballLossMw(0.1, actual, p10) + pinballLossMw(0.9, actual, p90)) / 2,
  );
}

function requireSameLength(first: Float64Array, second: Float64Array): void {
  if (first.length === second.length) return;
  throw new RangeError(`series differ in length: ${first.length} and ${second.length} values`);
}

/** Mean over the hours where the term is a number. */
function meanOf(a: Float64Array, b: Float64Array, term: (a: number, b: number) => number): number {
  requireSameLength(a, b);
  let sum = 0;
  let hours = 0;
  for (let i = 0; i < a.length; i++) {
    const value = term(a[i]!, b[i]!);
    if (Number.isNaN(value)) continue;
    sum += value;
    hours++;
  }
  return sum / hours;
}

function meanOfInterval(
  actualMw: Float64Array,
  p10Mw: Float64Array,
  p90Mw: Float64Array,
  term: (actual: number, p10: number, p90: number) => number,
): number {
  requireSameLength(actualMw, p10Mw);
  requireSameLength(actualMw, p90Mw);
  let sum = 0;
  let hours = 0;
  for (let i = 0; i < actualMw.length; i++) {
    const [actual, p10, p90] = [actualMw[i]!, p10Mw[i]!, p90Mw[i]!];
    if (Number.isNaN(actual + p10 + p90)) continue;
    sum += term(actual, p10, p90);
    hours++;
  }
  return sum / hours;
}
