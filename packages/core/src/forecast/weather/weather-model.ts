import { DAY_MS } from '../../time/instant.js';
import type { ModelSeries } from '../climatology/model-series.js';
import type { Refit } from '../inputs/training-cutoff.js';
import type { WeatherInputs } from './weather-inputs.js';
import { WeatherResponse } from './weather-response.js';

/** The fitted response of one area's load to its weather: extended at each refit, rebuilt when its past has changed. */
export class WeatherModel {
  /** Counts rebuilds of the response. */
  generation = 0;
  private fitted: WeatherResponse | undefined;
  private climatologyGeneration = Number.NaN;
  private revision = 0;

  /** The response fitted up to the refit; undefined with too little weather. */
  prepare(own: ModelSeries, weather: WeatherInputs, refit: Refit): WeatherResponse | undefined {
    if (!this.fitted || this.mustRebuild(this.fitted, own, weather)) {
      this.fitted = new WeatherResponse(own.trainingView, weather);
      this.climatologyGeneration = own.climatology.generation;
      this.generation++;
    }
    this.revision = weather.revision;
    this.fitted.prepare(refit, weather.trainingView);
    return this.fitted.isReady ? this.fitted : undefined;
  }

  private mustRebuild(fitted: WeatherResponse, own: ModelSeries, weather: WeatherInputs): boolean {
    return (
      fitted.isProvisional ||
      own.climatology.generation !== this.climatologyGeneration ||
      weather.changedSince(this.revision) < fitted.fittedTo * DAY_MS
    );
  }
}
