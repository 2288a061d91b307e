import type { Baseline } from '../../inputs/residual-block.js';
import type { WeatherHours } from '../../weather/weather-hours.js';
import type { WeatherInputs } from '../../weather/weather-inputs.js';
import type { WeatherResponse } from '../../weather/weather-response.js';
import type { BaselineSource } from './load-design.js';

/**
 * The response to calendar and weather as the baseline of a load design.
 *
 * Residuals use the weather of the same view. A forecast, of today or of a past day, uses the weather as known on its
 * issue day, observed and forecast; of the last weeks there is none on days whose weather shows a fault.
 *
 * @param knownHours hours of the issue day that are known
 */
export function weatherBaselines(
  response: WeatherResponse,
  weather: WeatherInputs,
  knownHours: number,
): BaselineSource {
  const baselines = new Map<WeatherHours, Baseline>();
  return {
    ofResiduals(view) {
      const hours = weather[view];
      const baseline = baselines.get(hours) ?? response.on(hours, 'residuals');
      baselines.set(hours, baseline);
      return baseline;
    },
    ofForecast(view, day, end) {
      const isIssueDay = view === 'issueView' && day === end - 1;
      if (view === 'issueView' && weather.faultOn(day, isIssueDay) !== undefined) return NO_BASELINE;
      const hours = isIssueDay
        ? weather.issueView
        : weather.asOfIssueDay(day, knownHours, { isCached: view === 'issueView' });
      return response.on(hours, 'forecasts');
    },
    faultOn: (day) => weather.faultOn(day, true),
  };
}

/** The baseline for faulty weather: no forecast. */
const NO_BASELINE: Baseline = {
  writeLogs: (_day, _trainingCutoff, out, at) => {
    out.fill(Number.NaN, at, at + 24);
  },
};
