import { type ForecastLines, toHundredths } from '../../vintages/vintage.js';
import { QUANTILE_LEVELS } from '../forecaster.js';
import type { LocalHours } from '../inputs/local-days.js';
import type { DayCalibration } from '../uncertainty/calibration.js';

/**
 * Converts log forecasts by lead day and local hour to MW along the hours of a run, with 10 and 90 percent bounds.
 *
 * The value is a median; a bound on the wrong side of it is set to the value.
 */
export function toHourly(hours: LocalHours, logs: Float64Array, calibration: DayCalibration): ForecastLines {
  const [p10Mw, valueMw, p90Mw] = [0.1, 0.5, 0.9].map((level) => lineAt(level, hours, logs, calibration)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { valueMw, p10Mw, p90Mw };
}

/** The quantiles of `QUANTILE_LEVELS`, hour by hour; never crossing, the value itself at 0.5. */
export function toHourlyQuantiles(hours: LocalHours, logs: Float64Array, calibration: DayCalibration): Float64Array[] {
  return QUANTILE_LEVELS.map((level) => lineAt(level, hours, logs, calibration));
}

function lineAt(level: number, { leadDays, hours }: LocalHours, logs: Float64Array, { errorQuantile }: DayCalibration) {
  return Float64Array.from(leadDays, (lead, i) => {
    const error = level === 0.5 ? 0 : errorQuantile(lead, hours[i]!, level);
    const sided = level < 0.5 ? Math.min(0, error) : Math.max(0, error);
    return toHundredths(Math.exp(logs[lead * 24 + hours[i]!]! + sided));
  });
}
