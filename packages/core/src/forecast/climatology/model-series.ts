import type { DayTable } from '../inputs/day-table.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { Climatology } from './climatology.js';

/** A load series as the models read it: its two views, and the climatology fitted to the training view. */
export class ModelSeries implements SeriesInputs {
  readonly id: string;
  readonly trainingView: DayTable;
  readonly climatology: Climatology;
  private readonly inputs: SeriesInputs;

  constructor(inputs: SeriesInputs) {
    this.id = inputs.id;
    this.trainingView = inputs.trainingView;
    this.climatology = new Climatology(inputs.trainingView);
    this.inputs = inputs;
  }

  get issueView(): DayTable {
    return this.inputs.issueView;
  }

  readTraining(): void {
    this.inputs.readTraining();
  }
}

const byInputs = new WeakMap<SeriesInputs, ModelSeries>();

/** The model series of a series' inputs: one for each, so that it is fitted once for all areas. */
export function modelSeriesOf(inputs: SeriesInputs): ModelSeries {
  const series = byInputs.get(inputs) ?? new ModelSeries(inputs);
  byInputs.set(inputs, series);
  return series;
}
