import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import { DAY_MS } from '../../time/instant.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { InputTier, TierForecasts } from '../combination/input-tier.js';
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
    const sizes = new Volatility(volatility.firstDay, volatilityPower, volatility);
    return new Calibration(trainingCutoff, new ErrorTable(quantiles), sizes, new TailLevels(tails.firstDay, tails));
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
    const volatility = new Volatility(firstDay, volatilityPower);
    volatility.extend(past.logs, actual, firstDay, trainingCutoff);
    const quarters = quartersBefore(trainingCutoff).filter((quarter) => quarter >= firstDay + CONFORMAL.firstTableDays);
    for (const quarter of tables.keys()) if (!quarters.includes(quarter)) tables.delete(quarter);
    const missing = quarters.filter((quarter) => !tables.has(quarter));
    const made = ErrorTable.over(past, actual, volatility, [...missing, trainingCutoff]);
    for (const [i, quarter] of missing.entries()) tables.set(quarter, made[i]!);
    const adaptedFrom = quarters[0] ?? trainingCutoff;
    const levels = new TailLevels(adaptedFrom);
    const tableOf = (day: DayNumber) => tables.get(quarters.findLast((quarter) => quarter <= day)!)!;
    levels.extend(past.logs, actual, volatility, tableOf, adaptedFrom, trainingCutoff);
    return new Calibration(trainingCutoff, made.at(-1)!, volatility, levels);
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

interface TierCalibration {
  /** Error tables of earlier quarters, by training cutoff. */
  readonly tables: Map<DayNumber, ErrorTable>;
  readonly past: PastForecasts;
  readonly calibration: Calibration;
}

/** The calibrations of an area's tiers, each made again when its tier has new past forecasts. */
export class TierCalibrations {
  private readonly byTier = new WeakMap<InputTier, TierCalibration>();
  private readonly volatilityPower: number;

  constructor(volatilityPower: number = VOLATILITY.power) {
    this.volatilityPower = volatilityPower;
  }

  /**
   * The error quantiles of a tier's forecast of an issue day.
   *
   * @param trainingView the series as known at the tier's refit
   * @param actual the series as known at the issue
   */
  calibrate({ tier, byDay }: TierForecasts, trainingView: DayTable, actual: DayTable, day: DayNumber): DayCalibration {
    const known = this.byTier.get(tier);
    if (known?.past === tier.past) return known.calibration.onDay(byDay, actual, day);
    const tables = known?.tables ?? new Map<DayNumber, ErrorTable>();
    const { past } = tier;
    const calibration = Calibration.over(past, trainingView, past.trainingCutoff, tables, this.volatilityPower);
    this.byTier.set(tier, { tables, past, calibration });
    return calibration.onDay(byDay, actual, day);
  }

  /** Whether a tier's forecasts can be calibrated without its past. */
  has(tier: InputTier): boolean {
    return this.byTier.get(tier)?.past === tier.past;
  }

  /** What issues after the training cutoff read of a tier's calibration; undefined without one. */
  stateOf(tier: InputTier): CalibrationState | undefined {
    return this.has(tier) ? this.byTier.get(tier)?.calibration.state : undefined;
  }

  /** Takes a tier's calibration over from a state. */
  restore(tier: InputTier, state: CalibrationState): void {
    const calibration = Calibration.of(tier.past.trainingCutoff, state, this.volatilityPower);
    this.byTier.set(tier, { tables: new Map(), past: tier.past, calibration });
  }
}
