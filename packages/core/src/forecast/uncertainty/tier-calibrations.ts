import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { InputTier, TierForecasts } from '../combination/input-tier.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import type { CalibrationState } from '../fitted-states.js';
import type { DayTable } from '../inputs/day-table.js';
import { VOLATILITY } from '../settings.data.js';
import { Calibration, type DayCalibration } from './calibration.js';
import type { ErrorTable } from './error-table.js';

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
    const calibration = Calibration.over(
      tier.past,
      trainingView,
      tier.past.trainingCutoff,
      tables,
      this.volatilityPower,
    );
    this.byTier.set(tier, { tables, past: tier.past, calibration });
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
