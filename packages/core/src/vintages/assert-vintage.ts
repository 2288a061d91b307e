import { HOUR_MS } from '../time/instant.js';
import { isDependence } from './error-dependence.js';
import { addUp } from './run-drivers.js';
import type { Vintage } from './vintage.js';

/** The largest load that a vintage may carry, MW: ten times the whole of the United States. */
const MAX_MW = 10_000_000;

/**
 * Refuses a vintage that breaks what `Vintage` promises, so that no store ever holds one.
 *
 * @throws {RangeError} no hours, arrays of different lengths, a missing or absurd value, one that is not a whole multiple of
 *   0.01 MW, quantiles that do not stand together around the value, drivers that do not add up to it, a dependence out
 *   of bounds, a start off the hour, or times out of order
 */
export function assertVintage(vintage: Vintage): void {
  const { areaId, issuedAt, availableAt, dataCutoff, start, valueMw, p10Mw, p90Mw, drivers, dependence } = vintage;
  const refuse = (what: string): never => {
    throw new RangeError(`vintage of ${areaId} issued at ${issuedAt}: ${what}`);
  };
  for (const [name, instant] of Object.entries({ issuedAt, availableAt, dataCutoff, start })) {
    if (!Number.isSafeInteger(instant)) refuse(`${name} is not an instant`);
  }
  if (start % HOUR_MS !== 0) refuse('start is not on a whole hour');
  if (availableAt < issuedAt) refuse('available before it was issued');
  if (valueMw.length === 0) refuse('it has no hours');
  if (p10Mw.length !== valueMw.length || p90Mw.length !== valueMw.length) refuse('arrays differ in length');

  for (let hour = 0; hour < valueMw.length; hour++) {
    const value = valueMw[hour]!;
    const p10 = p10Mw[hour]!;
    const p90 = p90Mw[hour]!;
    if (!isWholeCents(value)) refuse(`hour ${hour} is ${value}, not a whole multiple of 0.01 MW`);
    if (Number.isNaN(p10) && Number.isNaN(p90)) continue;
    if (!isWholeCents(p10) || !isWholeCents(p90)) refuse(`hour ${hour} has quantiles ${p10} and ${p90}`);
    if (p10 > value || p90 < value) refuse(`hour ${hour} is ${value}, outside ${p10} to ${p90}`);
  }
  if (drivers && !addUp(drivers, valueMw)) refuse('its drivers do not add up to its values');
  if (dependence && !isDependence(dependence)) refuse('its dependence is out of bounds');
}

function isWholeCents(mw: number): boolean {
  return Math.abs(mw) <= MAX_MW && Math.round(mw * 100) / 100 === mw;
}
