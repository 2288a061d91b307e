/**
 * MW as a number with at most two decimals; -0 becomes 0.
 *
 * @throws {RangeError} not finite: a missing value has no number
 * @example
 * roundMw(21537.456) // => 21537.46
 */
export function roundMw(mw: number): number {
  if (!Number.isFinite(mw)) throw new RangeError('MW must be finite');
  return Math.round(mw * 100) / 100 || 0;
}

/**
 * MW as text: at most two decimals, no trailing zeros, never an exponent.
 *
 * @throws {RangeError} not finite, or 10^15 and beyond
 * @example
 * formatMw(21537.5) // => '21537.5'
 */
export function formatMw(mw: number): string {
  if (Math.abs(mw) >= 1e15) throw new RangeError('MW is out of any range');
  return String(roundMw(mw));
}
