import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import { DAY_MS } from '../../time/instant.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import type { CalibrationState } from '../fitted-states.js';
import type { DayTable } from '../inputs/day-table.js';
import { CONFORMAL, ERROR_QUANTILES, VOLATILITY } from '../settings.data.js';
import { TailLevels } from './conformal.js';
import { ErrorTable } from './error-table.js';
import { Volatility } from './volatility.js';

/** Days of past forecasts that a calibration needs before the training cutoff. */
export const PAST_DAYS = CONFORMAL.adaptedDays + ERROR_QUANTILES.days + VOLATILITY.days + 2 * LAST_LEAD_DAY;

/** Days before the training cutoff that a calibration of a later day reads: errors of its volatility, and lead days. */
const DAYS_READ = VOLATILITY.days + LAST_LEAD_DAY;

/** Error quantiles of an ensemble's forecast of one issue day, lead day by hour. */
export interface DayCalibration {
  /** Log error that the actual stays below with a probability of `level`. */
  errorQuantile(lead: number, hour: number, level: number): number;
}

/**
 * The calibration of one ensemble at one refit.
 *
 * Tail levels are adapted over the last year with the error table of each quarter, so that each day is compared with a
 * table made before it.
 */
export class Calibration {
  private readonly trainingCutoff: DayNumber;
  private readonly table: ErrorTable;
  private readonly volatility: Volatility;
  private readonly levels: TailLevels;

  private constructor(trainingCutoff: DayNumber, table: ErrorTable, volatility: Volatility, levels: TailLevels) {
    this.trainingCutoff = trainingCutoff;
    this.table = table;
    this.volatility = volatility;
    this.levels = levels;
  }

  /** The calibration whose `state` was kept. */
  static of(
    trainingCutoff: DayNumber,
    { quantiles, volatility, tails }: CalibrationState,
    volatilityPower: number = VOLATILITY.power,
  ): Calibration {
    const levels = new TailLevels(tails.firstDay, tails);
    return new Calibration(
      trainingCutoff,
      new ErrorTable(quantiles),
      Volatility.of(volatility, volatilityPower),
      levels,
    );
  }

  /**
   * @param past out-of-sample forecasts by issue day, `PAST_DAYS` before the training cutoff if there are that many
   * @param actual the series as known at the refit
   * @param tables cached error tables of earlier quarters, by training cutoff; new ones are added
   * @param volatilityPower of the area: `ForecastTarget.volatilityPower`
   */
  static over(
    past: PastForecasts,
    actual: DayTable,
    trainingCutoff: DayNumber,
    tables: Map<DayNumber, ErrorTable>,
    volatilityPower: number = VOLATILITY.power,
  ): Calibration {
    const firstDay = Math.min(trainingCutoff, ...past.logs.keys());
    const volatility = Volatility.over(past.logs, actual, firstDay, trainingCutoff, volatilityPower);
    const quarters = quartersBefore(trainingCutoff).filter((quarter) => quarter >= firstDay + CONFORMAL.firstTableDays);
    for (const quarter of tables.keys()) if (!quarters.includes(quarter)) tables.delete(quarter);
    const missing = quarters.filter((quarter) => !tables.has(quarter));
    const [table, ...older] = ErrorTable.over(past, actual, volatility, [trainingCutoff, ...missing]) as [
      ErrorTable,
      ...ErrorTable[],
    ];
    for (const [i, quarter] of missing.entries()) tables.set(quarter, older[i]!);
    const levels = new TailLevels(quarters[0] ?? trainingCutoff);
    const tableOf = (day: DayNumber) => tables.get(quarters.findLast((quarter) => quarter <= day)!)!;
    levels.extend(past.logs, actual, volatility, tableOf, quarters[0] ?? trainingCutoff, trainingCutoff);
    return new Calibration(trainingCutoff, table, volatility, levels);
  }

  /** What issues at or after the training cutoff read of it. */
  get state(): CalibrationState {
    const { trainingCutoff, table, volatility, levels } = this;
    const from = trainingCutoff - DAYS_READ;
    return {
      quantiles: table.quantiles,
      volatility: volatility.stateFrom(from, trainingCutoff),
      tails: levels.stateFrom(from, trainingCutoff),
    };
  }

  /**
   * @param forecasts out-of-sample forecasts by issue day, from before the training cutoff to `day`
   * @param actual the series as known at the issue
   */
  onDay(forecasts: ForecastsByDay, actual: DayTable, day: DayNumber): DayCalibration {
    const { trainingCutoff, volatility, levels, table } = this;
    if (day > trainingCutoff) {
      volatility.extend(forecasts, actual, trainingCutoff, day);
      levels.extend(forecasts, actual, volatility, () => table, trainingCutoff, day);
    }
    const at = Math.max(trainingCutoff, day);
    const scale = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) => volatility.scaleAt(lead, at));
    const low = scale.map((_, lead) => levels.lowAt(lead, at));
    const high = scale.map((_, lead) => levels.highAt(lead, at));
    return {
      errorQuantile: (lead, hour, level) =>
        scale[lead]! * table.quantile(lead, hour, adaptedLevel(level, low[lead]!, high[lead]!)),
    };
  }
}

/** Moves the levels 0.1 and 0.9 to the adapted tails and all others along with them, keeping their order. */
function adaptedLevel(level: number, low: number, high: number): number {
  if (level > 0.5) return 1 - adaptedLevel(1 - level, high, low);
  return level <= 0.1 ? (level * low) / 0.1 : low + ((0.5 - low) * (level - 0.1)) / 0.4;
}

/** Training cutoffs at the start of the quarters of the last year, ascending. */
function quartersBefore(trainingCutoff: DayNumber): DayNumber[] {
  const date = new Date(trainingCutoff * DAY_MS);
  const quarters: DayNumber[] = [];
  for (let back = 5; back >= 0; back--) {
    const month = Math.floor(date.getUTCMonth() / 3) * 3 - 3 * back;
    const quarter = dayNumber(date.getUTCFullYear(), month + 1, 1) - 1;
    if (quarter < trainingCutoff && quarter >= trainingCutoff - CONFORMAL.adaptedDays) quarters.push(quarter);
  }
  return quarters;
}
