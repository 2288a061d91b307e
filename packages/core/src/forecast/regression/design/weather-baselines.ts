import type { WeatherInputs } from '../../weather/weather-inputs.js';
import type { WeatherResponse } from '../../weather/weather-response.js';
import type { BaselineSource } from './load-rows.js';

/**
 * The response to calendar and weather as the baseline of a load design.
 *
 * Residuals use the weather of the same view. A forecast, of today or of a past day, uses the weather as known on its
 * issue day, observed and forecast.
 *
 * @param knownHours hours of the issue day that are known
 */
export function weatherBaselines(
  response: WeatherResponse,
  weather: WeatherInputs,
  knownHours: number,
): BaselineSource {
  return {
    ofResiduals: (view) => response.on(weather[view]),
    ofForecast(view, day, end) {
      const isIssueDay = view === 'issueView' && day === end - 1;
      const hours = isIssueDay
        ? weather.issueView
        : weather.asOfIssueDay(day, knownHours, { isCached: view === 'issueView' });
      return response.on(hours);
    },
  };
}
