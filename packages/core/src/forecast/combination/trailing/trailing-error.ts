import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { IssuedState, TrailingErrorState } from '../../fitted-states.js';
import type { DayTable } from '../../inputs/day-table.js';
import { TRAILING_ERROR } from '../../settings.data.js';
import { type ForecastsByDay, LAST_LEAD_DAY, OUTPUTS } from '../ensemble.js';

const LEADS = LAST_LEAD_DAY + 1;
const ERROR_SHARE = 1 - 0.5 ** (1 / TRAILING_ERROR.halfLifeDays);
const FADE = 0.5 ** (1 / TRAILING_ERROR.trustHalfLifeDays);
/** Squared log errors that count against a correction before there are any. */
const DOUBT = 24 * TRAILING_ERROR.doubtDays * TRAILING_ERROR.doubtError ** 2;

/**
 * The recent mean error of an ensemble's forecasts by lead day and hour, subtracted from its next forecast as far as
 * that would have helped before.
 *
 * The trailing errors of a lead day are a level (their mean) and a shape (the rest). How much of each is taken off is
 * the share that minimizes the squared errors of the past year, between 0 and 1: past errors are set beside the
 * trailing errors that were known when they were forecast. The level is taken off near lead days only.
 */
export class TrailingError {
  private readonly errors: Float64Array;
  /** Products by lead day: error and level, level and level, and the same for the shape. */
  private readonly products: Float64Array;
  private readonly issued: Map<DayNumber, IssuedState>;
  /** The next target day whose errors are added; undefined before the first issue. */
  private nextTarget: DayNumber | undefined;

  /** @param known where some days have been seen */
  constructor(known?: TrailingErrorState) {
    this.errors = known?.errors.slice() ?? new Float64Array(OUTPUTS);
    this.products = known?.products.slice() ?? new Float64Array(4 * LEADS);
    this.issued = new Map(known?.issued.map((issue) => [issue.day, issue]));
    this.nextTarget = known?.nextTarget;
  }

  /** What the constructor takes. */
  get state(): TrailingErrorState {
    const { errors, products, issued, nextTarget } = this;
    return { errors: errors.slice(), products: products.slice(), issued: [...issued.values()], nextTarget };
  }

  /**
   * A forecast without its trailing error. To be called for one issue day after the other.
   *
   * @param logs forecasts, lead day by hour; NaN stays NaN
   * @param actual the series as known at the issue: errors of target days before `day` are used
   */
  correct(day: DayNumber, logs: Float64Array, actual: DayTable): Float64Array {
    this.nextTarget ??= day;
    while (this.nextTarget < day) this.addTarget(this.nextTarget++, actual);
    for (const issuedDay of this.issued.keys()) if (issuedDay < day - LEADS) this.issued.delete(issuedDay);
    this.issued.set(day, { day, logs, errors: this.errors.slice() });
    const corrected = logs.slice();
    for (let lead = 0; lead < LEADS; lead++) this.correctLead(lead, corrected);
    return corrected;
  }

  private correctLead(lead: number, logs: Float64Array): void {
    const level = meanOf(this.errors, lead);
    const [ofLevel, ofShape] = [this.trust(4 * lead), this.trust(4 * lead + 2)];
    const levelPart = lead <= TRAILING_ERROR.lastLevelLeadDay ? ofLevel * level : 0;
    for (let output = 24 * lead; output < 24 * lead + 24; output++) {
      logs[output]! += levelPart + ofShape * (this.errors[output]! - level);
    }
  }

  private trust(at: number): number {
    return Math.max(0, Math.min(1, this.products[at]! / (this.products[at + 1]! + DOUBT)));
  }

  private addTarget(target: DayNumber, actual: DayTable): void {
    for (let lead = 0; lead < LEADS; lead++) {
      const issue = this.issued.get(target - lead);
      if (issue) this.addErrors(lead, issue, target, actual);
    }
  }

  private addErrors(lead: number, issue: IssuedState, target: DayNumber, actual: DayTable): void {
    const { errors, products } = this;
    const level = meanOf(issue.errors, lead);
    for (let i = 4 * lead; i < 4 * lead + 4; i++) products[i]! *= FADE;
    for (let hour = 0; hour < 24; hour++) {
      const output = lead * 24 + hour;
      const missed = actual.measured(target, hour) - issue.logs[output]!;
      if (Number.isNaN(missed)) continue;
      const error = Math.max(-TRAILING_ERROR.errorClip, Math.min(TRAILING_ERROR.errorClip, missed));
      const shape = issue.errors[output]! - level;
      products[4 * lead]! += error * level;
      products[4 * lead + 1]! += level * level;
      products[4 * lead + 2]! += error * shape;
      products[4 * lead + 3]! += shape * shape;
      errors[output]! += ERROR_SHARE * (error - errors[output]!);
    }
  }
}

/** An ensemble's past forecasts without their trailing errors, and the trailing error behind the last of them. */
export function correctPast(
  past: ForecastsByDay,
  actual: DayTable,
): { readonly logs: ForecastsByDay; readonly trailing: TrailingError } {
  const trailing = new TrailingError();
  const logs = new Map(Array.from(past, ([day, raw]) => [day, trailing.correct(day, raw, actual)] as const));
  return { logs, trailing };
}

function meanOf(errors: Float64Array, lead: number): number {
  let sum = 0;
  for (let at = 24 * lead; at < 24 * lead + 24; at++) sum += errors[at]!;
  return sum / 24;
}
