import type { ErrorDependence } from '../vintages/error-dependence.js';
import type { ForecastLines } from '../vintages/vintage.js';
import { normals, Z90 } from './normals.js';

/** Nodes of the harmonics' amplitudes, which are interpolated between them. */
const NODE_HOURS = 6;
const HOURS_PER_DAY = 24;
const PATHS_A_STEP = 20;

/**
 * Equally likely paths of the load through a run's hours: errors of one hour have the run's bounds, errors of several go
 * together as its dependence says. Beyond the bounds the error is normal, with the spread of its side.
 *
 * Yields after each step of a millisecond or so. Path i does not depend on `count`, and is equal on every machine.
 *
 * @param seed of the run: the same seed gives the same paths
 * @returns arrays as long as the lines; NaN in hours without bounds
 */
export function* jointPathsInSteps(
  lines: ForecastLines,
  dependence: ErrorDependence,
  seed: number,
  count: number,
): Generator<void, Float64Array[]> {
  const errors = pathErrors(dependence, lines.valueMw.length);
  const paths: Float64Array[] = [];
  while (paths.length < count) {
    paths.push(buildPath(lines, errors(seed + Math.imul(paths.length, 0x9e3779b1))));
    if (paths.length % PATHS_A_STEP === 0) yield;
  }
  return paths;
}

/** Written over the errors. */
function buildPath({ valueMw, p10Mw, p90Mw }: ForecastLines, error: Float64Array): Float64Array {
  for (let hour = 0; hour < error.length; hour++) {
    const [value, z] = [valueMw[hour]!, error[hour]! / Z90];
    error[hour] = value + z * (z < 0 ? value - p10Mw[hour]! : p90Mw[hour]! - value);
  }
  return error;
}

/** Standardised errors of a path by its seed: a sum of harmonics of the day whose amplitudes wander, and noise. */
function pathErrors({ persistence, harmonics }: ErrorDependence, hours: number): (seed: number) => Float64Array {
  const noise = Math.sqrt(Math.max(0, 1 - harmonics.reduce((sum, share) => sum + share, 0)));
  const nodes = Math.ceil(hours / NODE_HOURS) + 1;
  const waves = harmonics.flatMap((share, m) =>
    m === 0 ? [wave(share, 0, 0)] : [wave(share, m, 0), wave(share, m, 6)],
  );
  const step = persistence ** (NODE_HOURS / HOURS_PER_DAY);
  const fresh = Math.sqrt(1 - step * step);
  // A mean of two neighbors varies less than either.
  const mixes = { before: new Float64Array(NODE_HOURS), later: new Float64Array(NODE_HOURS) };
  for (let at = 0; at < NODE_HOURS; at++) {
    const later = at / NODE_HOURS;
    const size = Math.sqrt(later ** 2 + (1 - later) ** 2 + 2 * later * (1 - later) * step);
    mixes.before[at] = (1 - later) / size;
    mixes.later[at] = later / size;
  }
  return (seed) => {
    const next = normals(seed);
    const error = new Float64Array(hours);
    for (let hour = 0; hour < hours; hour++) error[hour] = noise * next();
    for (const shape of waves) {
      let before = next();
      let later = step * before + fresh * next();
      for (let node = 0; node < nodes - 1; node++) {
        const first = node * NODE_HOURS;
        const hourOfDay = first % HOURS_PER_DAY;
        const end = Math.min(NODE_HOURS, hours - first);
        for (let at = 0; at < end; at++) {
          const amplitude = mixes.before[at]! * before + mixes.later[at]! * later;
          error[first + at] = error[first + at]! + shape[hourOfDay + at]! * amplitude;
        }
        before = later;
        later = step * before + fresh * next();
      }
    }
    return error;
  };
}

/** A harmonic of the day with a share of the variance. @param turnHours 6 turns the first harmonic into its sine */
function wave(share: number, m: number, turnHours: number): Float64Array {
  const turn = turnHours === 0 ? 0 : Math.PI / 2;
  return Float64Array.from(
    { length: HOURS_PER_DAY },
    (_, hour) => Math.sqrt(share) * Math.cos((2 * Math.PI * m * hour) / HOURS_PER_DAY - turn),
  );
}
