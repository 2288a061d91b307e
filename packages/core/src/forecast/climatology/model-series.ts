import type { DayTable } from '../inputs/day-table.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { Climatology, type ClimatologySettings } from './climatology.js';

/** A load series as the models read it: its two views, and the climatology fitted to the training view. */
export class ModelSeries implements SeriesInputs {
  readonly id: string;
  readonly trainingView: DayTable;
  readonly climatology: Climatology;
  private readonly inputs: SeriesInputs;

  /** @param settings of the climatology; the engine's if omitted */
  constructor(inputs: SeriesInputs, settings?: ClimatologySettings) {
    this.id = inputs.id;
    this.trainingView = inputs.trainingView;
    this.climatology = new Climatology(inputs.trainingView, settings);
    this.inputs = inputs;
  }

  get issueView(): DayTable {
    return this.inputs.issueView;
  }

  readTraining(): void {
    this.inputs.readTraining();
  }
}

/** The model series of one process, one for each `SeriesInputs` and climatology, so that it is fitted once for all areas. */
export class ModelSeriesCache {
  private readonly byInputs = new WeakMap<SeriesInputs, Map<object | undefined, ModelSeries>>();

  /**
   * @param inputs of one series
   * @param own settings in place of the engine's
   */
  of(inputs: SeriesInputs, own?: Partial<ClimatologySettings>): ModelSeries {
    const known = this.byInputs.get(inputs) ?? new Map<object | undefined, ModelSeries>();
    const series = known.get(own) ?? new ModelSeries(inputs, own && { ...CLIMATOLOGY, ...own });
    this.byInputs.set(inputs, known.set(own, series));
    return series;
  }
}
