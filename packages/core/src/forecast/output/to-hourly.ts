import { QUANTILE_LEVELS } from '../forecaster.js';
import { type LocalHours, toHundredths } from '../inputs/local-hours.js';
import type { DayCalibration } from '../uncertainty/calibration.js';

/** Values and bounds of a forecast run, hour by hour. */
export interface HourlyForecast {
  readonly valueMw: Float64Array;
  readonly p10Mw: Float64Array;
  readonly p90Mw: Float64Array;
}

/**
 * Converts log forecasts by lead day and local hour to MW along the hours of a run, with 10 and 90 percent bounds.
 *
 * The value is a median; a bound on the wrong side of it is set to the value.
 */
export function toHourly(
  { leadDays, hours }: LocalHours,
  logs: Float64Array,
  calibration: DayCalibration,
): HourlyForecast {
  const valueMw = new Float64Array(leadDays.length);
  const p10Mw = new Float64Array(leadDays.length);
  const p90Mw = new Float64Array(leadDays.length);
  for (let i = 0; i < leadDays.length; i++) {
    const [lead, hour] = [leadDays[i]!, hours[i]!];
    const log = logs[lead * 24 + hour]!;
    valueMw[i] = toHundredths(Math.exp(log));
    p10Mw[i] = toHundredths(Math.exp(log + Math.min(0, calibration.errorQuantile(lead, hour, 0.1))));
    p90Mw[i] = toHundredths(Math.exp(log + Math.max(0, calibration.errorQuantile(lead, hour, 0.9))));
  }
  return { valueMw, p10Mw, p90Mw };
}

/** The quantiles of `QUANTILE_LEVELS`, hour by hour; never crossing, the value itself at 0.5. */
export function toHourlyQuantiles(
  { leadDays, hours }: LocalHours,
  logs: Float64Array,
  calibration: DayCalibration,
): Float64Array[] {
  const quantiles = QUANTILE_LEVELS.map(() => new Float64Array(leadDays.length));
  for (let i = 0; i < leadDays.length; i++) {
    const [lead, hour] = [leadDays[i]!, hours[i]!];
    QUANTILE_LEVELS.forEach((level, position) => {
      const error = calibration.errorQuantile(lead, hour, level);
      const sided = level < 0.5 ? Math.min(0, error) : level > 0.5 ? Math.max(0, error) : 0;
      quantiles[position]![i] = toHundredths(Math.exp(logs[lead * 24 + hour]! + sided));
    });
  }
  return quantiles;
}
