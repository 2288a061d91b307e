/** The parts of a forecast by input, MW, hour by hour. They add up to the forecast value. */
export interface DriverParts {
  /** Expected load by season, weekday and trend. */
  readonly climatologyMw: Float64Array;
  /** Effect of holidays. */
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

/** The parts that are kept; the recent load's is what they leave of the value. */
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
  const steps = KEPT_PARTS.map((name) => Int32Array.from(parts[name], (mw) => Math.round((100 * mw) / stepCents)));
  return driversOfSteps(stepCents, steps, valueMw);
}

/**
 * The parts that were kept as whole steps.
 *
 * @param stepCents of 0.01 MW
 * @param steps of each of `KEPT_PARTS`
 */
export function driversOfSteps(stepCents: number, steps: readonly Int32Array[], valueMw: Float64Array): RunDrivers {
  const mw = (part: Int32Array): Float64Array => Float64Array.from(part, (count) => (count * stepCents) / 100);
  const [climatologyMw, holidayMw, neighboursMw, operatorMw, weatherMw] = steps.map(mw);
  const recentLoadMw = valueMw.map((value, hour) => {
    const others = steps.reduce((sum, part) => sum + part[hour]!, 0);
    return (Math.round(100 * value) - others * stepCents) / 100;
  });
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
  return KEPT_PARTS.map((name) => Int32Array.from(drivers[name], (mw) => Math.round((100 * mw) / stepCents)));
}

/** Whether parts are what `roundedDrivers` makes for a value. */
export function addUp(drivers: RunDrivers, valueMw: Float64Array): boolean {
  const steps = stepsOfDrivers(drivers);
  if (!(drivers.stepMw >= 0.01) || steps.some((part) => part.length !== valueMw.length)) return false;
  const whole = driversOfSteps(Math.round(100 * drivers.stepMw), steps, valueMw);
  return [...KEPT_PARTS, 'recentLoadMw' as const].every((name) =>
    whole[name].every((mw, hour) => mw === drivers[name][hour]),
  );
}

/** A copy that shares no array. */
export function copyDrivers(drivers: RunDrivers): RunDrivers {
  return {
    stepMw: drivers.stepMw,
    climatologyMw: drivers.climatologyMw.slice(),
    holidayMw: drivers.holidayMw.slice(),
    recentLoadMw: drivers.recentLoadMw.slice(),
    neighboursMw: drivers.neighboursMw.slice(),
    operatorMw: drivers.operatorMw.slice(),
    weatherMw: drivers.weatherMw.slice(),
  };
}
