import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../climatology/model-series.js';
import type { WeatherInputs } from '../weather/weather-inputs.js';
import type { WeatherResponse } from '../weather/weather-response.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import type { MemberDesign } from './member.js';

/**
 * Own residuals from the response to calendar and weather, as features and as targets.
 *
 * The response is fitted to observed weather. A forecast, of today or of a past day, uses the weather as known on its
 * issue day.
 */
export class WeatherDesign extends LoadDesign {
  private readonly response: WeatherResponse;
  private readonly weather: WeatherInputs;
  private readonly issueHours: number;
  private issueDay: DayNumber = Number.NaN;

  constructor(own: ModelSeries, options: LoadDesignOptions, response: WeatherResponse, weather: WeatherInputs) {
    super(own, [], options, response);
    this.response = response;
    this.weather = weather;
    this.issueHours = options.knownHours;
  }

  override get remainderKind(): MemberDesign['remainderKind'] {
    return 'weather';
  }

  override open(trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): void {
    this.issueDay = this.state === 'issueView' ? to - 1 : Number.NaN;
    this.response.hours = this.weather[this.state];
    super.open(trainingCutoff, from, to);
  }

  override addBaseline(day: DayNumber, trainingCutoff: DayNumber, logs: Float64Array): void {
    const isNow = day === this.issueDay;
    this.response.hours = isNow
      ? this.weather.issueView
      : this.weather.asOfIssueDay(day, this.issueHours, this.state === 'issueView');
    super.addBaseline(day, trainingCutoff, logs);
  }
}
