/** The parts of a forecast by input, MW, hour by hour. They add up to the forecast value. */
export interface DriverParts {
  /** Expected load by season, weekday and trend. */
  readonly climatologyMw: Float64Array;
  readonly holidayMw: Float64Array;
  /** Effect of the area's own recent load. */
  readonly recentLoadMw: Float64Array;
  /** Effect of other areas' recent load. */
  readonly neighboursMw: Float64Array;
  /** Effect of the operator's own forecast. */
  readonly operatorMw: Float64Array;
  /** Effect of the weather. */
  readonly weatherMw: Float64Array;
}

/** The parts that a run is kept with: all but the recent load's are whole multiples of `stepMw`. */
export interface RunDrivers extends DriverParts {
  /** A whole multiple of 0.01. */
  readonly stepMw: number;
}

export type DriverName = keyof DriverParts;

/** The parts that are kept; recent load gets the remainder of the value. */
export const KEPT_PARTS = [
  'climatologyMw',
  'holidayMw',
  'neighboursMw',
  'operatorMw',
  'weatherMw',
] as const satisfies readonly DriverName[];

/** Parts are rounded to the 200th part of the mean value: half a percent of the load, so that they take little room. */
const STEPS_OF_MEAN = 200;

/**
 * Parts rounded for keeping. They add up to the value to the hundredth of a MW: what rounding leaves over goes to the recent
 * load.
 *
 * @param valueMw whole multiples of 0.01
 */
export function roundedDrivers(parts: DriverParts, valueMw: Float64Array): RunDrivers {
  const mean = valueMw.reduce((sum, mw) => sum + Math.abs(mw), 0) / valueMw.length;
  const stepCents = Math.max(1, Math.round((100 * mean) / STEPS_OF_MEAN));
  const steps = KEPT_PARTS.map((name) => wholeSteps(parts[name], stepCents));
  return driversOfSteps(stepCents, steps, valueMw);
}

/**
 * The parts that were kept as whole steps.
 *
 * @param stepCents of 0.01 MW
 * @param steps of each of `KEPT_PARTS`
 */
export function driversOfSteps(stepCents: number, steps: readonly Int32Array[], valueMw: Float64Array): RunDrivers {
  const mw = (part: Int32Array): Float64Array => {
    const partMw = new Float64Array(part.length);
    for (let hour = 0; hour < part.length; hour++) partMw[hour] = (part[hour]! * stepCents) / 100;
    return partMw;
  };
  const [climatologyMw, holidayMw, neighboursMw, operatorMw, weatherMw] = steps.map(mw);
  const recentLoadMw = new Float64Array(valueMw.length);
  for (let hour = 0; hour < valueMw.length; hour++) {
    let others = 0;
    for (const part of steps) others += part[hour]!;
    recentLoadMw[hour] = (Math.round(100 * valueMw[hour]!) - others * stepCents) / 100;
  }
  return {
    stepMw: stepCents / 100,
    climatologyMw: climatologyMw!,
    holidayMw: holidayMw!,
    recentLoadMw,
    neighboursMw: neighboursMw!,
    operatorMw: operatorMw!,
    weatherMw: weatherMw!,
  };
}

/** How many steps each kept part is. */
export function stepsOfDrivers(drivers: RunDrivers): readonly Int32Array[] {
  const stepCents = Math.round(100 * drivers.stepMw);
  return KEPT_PARTS.map((name) => wholeSteps(drivers[name], stepCents));
}

/** A loop: `Int32Array.from` with a function takes ten times as long, and every run that is kept comes through here. */
function wholeSteps(partMw: Float64Array, stepCents: number): Int32Array {
  const steps = new Int32Array(partMw.length);
  for (let hour = 0; hour < partMw.length; hour++) steps[hour] = Math.round((100 * partMw[hour]!) / stepCents);
  return steps;
}

/** Whether parts match the result of `roundedDrivers` for a value. */
export function addUp(drivers: RunDrivers, valueMw: Float64Array): boolean {
  const steps = stepsOfDrivers(drivers);
  if (!(drivers.stepMw >= 0.01) || steps.some((part) => part.length !== valueMw.length)) return false;
  const whole = driversOfSteps(Math.round(100 * drivers.stepMw), steps, valueMw);
  return [...KEPT_PARTS, 'recentLoadMw' as const].every((name) => isSame(whole[name], drivers[name]));
}

function isSame(wholeMw: Float64Array, partMw: Float64Array): boolean {
  for (let hour = 0; hour < wholeMw.length; hour++) if (wholeMw[hour] !== partMw[hour]) return false;
  return true;
}
