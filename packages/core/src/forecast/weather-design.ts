import type { SeriesInputs } from './inputs.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import type { WeatherResponse } from './weather-response.js';

/** Own residuals from what calendar and weather say, as features and as targets. */
export class WeatherDesign extends LoadDesign {
  private readonly response: WeatherResponse;

  constructor(
    own: SeriesInputs,
    neighbours: readonly SeriesInputs[],
    options: LoadDesignOptions,
    response: WeatherResponse,
  ) {
    super(own, neighbours, options, response);
    this.response = response;
  }

  override open(cut: number, from: number, to: number): void {
    this.response.state = this.state;
    super.open(cut, from, to);
  }

  override addBaseline(day: number, cut: number, logs: Float64Array): void {
    this.response.state = this.state;
    super.addBaseline(day, cut, logs);
  }
}
