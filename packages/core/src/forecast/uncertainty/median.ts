import { OUTPUTS } from '../combination/ensemble.js';
import { MEDIAN } from '../settings.data.js';
import type { DayCalibration } from './calibration.js';

/** Medians of log load, lead day by hour, and the errors around them. */
export interface Medians {
  readonly logs: Float64Array;
  readonly calibration: DayCalibration;
}

/**
 * Medians from means: medians have the smaller mean absolute error.
 *
 * @param means forecasts of mean log load, lead day by hour
 * @param calibration errors around the means; their quantiles stay where they are
 */
export function mediansOf(means: Float64Array, calibration: DayCalibration): Medians {
  const steps = Float64Array.from({ length: OUTPUTS }, (_, output) => {
    const [lead, hour] = [Math.floor(output / 24), output % 24];
    const width = calibration.errorQuantile(lead, hour, 0.9) - calibration.errorQuantile(lead, hour, 0.1);
    return MEDIAN.belowMean * Math.max(0, width);
  });
  return {
    logs: means.map((mean, output) => mean - steps[output]!),
    calibration: {
      errorQuantile: (lead, hour, level) => calibration.errorQuantile(lead, hour, level) + steps[lead * 24 + hour]!,
    },
  };
}
