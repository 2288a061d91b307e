import type { ModelSeries } from '../climatology/climatology.js';
import type { AreaState, SeriesState } from '../fitted-states.js';
import { otherUnitDays } from '../inputs/faults/operator-faults.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import type { MultiDayInputs } from '../inputs/multi-day-inputs.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { GLOBAL_MODEL } from '../settings.data.js';
import type { WeatherInputs } from '../weather/weather-inputs.js';
import { WeatherModel, WeatherResponse } from '../weather/weather-response.js';

/** The series an area's models read, each in its training view and its issue view. */
export interface AreaInputs {
  readonly own: ModelSeries;
  readonly grids: readonly ModelSeries[];
  readonly adjacent: readonly ModelSeries[];
  /** The load of the global model's areas, each in its own clock; empty for an area outside the global model. */
  readonly areas: readonly ModelSeries[];
  readonly operator: SeriesInputs | undefined;
  /** Last lead day whose operator forecast is known: 0 today, 1 tomorrow. */
  readonly operatorDays: 0 | 1 | undefined;
  /** Why days of the operator's forecast are not used, in words. */
  readonly operatorFault: string | undefined;
  readonly weather: WeatherInputs | undefined;
  /** The operator's forecasts of several days. */
  readonly multiDay: MultiDayInputs | undefined;
}

/** The inputs without the neighbors whose history is too short or has too many gaps, and the fits that they share. */
export interface FittedInputs extends AreaInputs {
  /** Undefined without weather, or with too little. */
  readonly response: WeatherResponse | undefined;
}

/** What the models of one area share, at one refit: the climatologies of its series and the response to its weather. */
export class AreaFits {
  /** Rebuilds of the response, for the models fitted on it. */
  readonly weatherModel = new WeatherModel();
  /** The newest fits, to be kept. */
  state: AreaState | undefined;
  private response: WeatherResponse | undefined;

  /**
   * Fits every month up to the refit.
   *
   * @param fingerprint of the inputs
   */
  fit(refit: Refit, available: AreaInputs, fingerprint: string): FittedInputs {
    const { own: ownSeries, weather } = available;
    for (const series of seriesOf(available)) {
      series.readTraining();
      series.climatology.prepare(refit);
    }
    if (available.operator) {
      available.operator.readTraining();
      available.operator.trainingView.withhold(otherUnitDays(available.operator.trainingView, ownSeries.trainingView));
    }
    weather?.readTraining();
    this.response = weather && this.weatherModel.prepare(ownSeries, weather, refit);
    const statesOf = (series: readonly ModelSeries[]): SeriesState[] =>
      series.map(({ id, climatology }) => ({ id, coefficients: climatology.coefficientsOf(refit.trainingCutoff) }));
    const areas = available.areas.filter(isSteady);
    const [own] = statesOf([available.own]) as [SeriesState];
    this.state = {
      fingerprint,
      fittedDays: available.own.climatology.fittedDays,
      own,
      grids: statesOf(available.grids.filter(isSteady)),
      adjacent: statesOf(available.adjacent.filter(isSteady)),
      areas: areas.length < GLOBAL_MODEL.fewestAreas ? [] : statesOf(areas),
      response: this.response?.coefficientsOf(refit.trainingCutoff),
    };
    return this.held(refit, available, this.state);
  }

  /** The fits made before from equal inputs, here or wherever the state comes from; undefined when there are none. */
  kept(
    refit: Refit,
    available: AreaInputs,
    fingerprint: string,
    read: () => AreaState | undefined,
  ): FittedInputs | undefined {
    if (this.state?.fingerprint !== fingerprint) {
      const state = read();
      if (state?.fingerprint !== fingerprint) return undefined;
      const { own, weather } = available;
      this.state = state;
      this.response =
        state.response &&
        weather &&
        WeatherResponse.of(own.trainingView, weather, refit.trainingCutoff, state.response);
    }
    return this.held(refit, available, this.state);
  }

  /** The inputs with the fits of a state. */
  private held({ trainingCutoff }: Refit, available: AreaInputs, state: AreaState): FittedInputs {
    const hold = (series: readonly ModelSeries[], states: readonly SeriesState[]) =>
      states.flatMap(({ id, coefficients }) => {
        const found = series.find((each) => each.id === id);
        found?.climatology.hold(trainingCutoff, coefficients);
        return found ?? [];
      });
    hold([available.own], [state.own]);
    return {
      ...available,
      grids: hold(available.grids, state.grids),
      adjacent: hold(available.adjacent, state.adjacent),
      areas: hold(available.areas, state.areas),
      response: this.response,
    };
  }
}

function seriesOf({ own, grids, adjacent, areas }: AreaInputs): ModelSeries[] {
  return [...new Set([own, ...grids, ...adjacent, ...areas])];
}

function isSteady({ climatology }: ModelSeries): boolean {
  return climatology.isSteady;
}
