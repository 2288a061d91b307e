import type { DayNumber } from '../calendar/holidays.js';
import type { Anchor } from './anchor.js';
import { CALIBRATION_DAYS, Calibration, dailyError, type Volatility } from './calibration.js';
import type { DayTable } from './day-table.js';
import { combineLogs, combinePast, type ForecastsByDay, LAST_LEAD_DAY, type Part } from './ensemble.js';
import type { Member } from './member.js';

/** Past forecasts are made for this many days before the anchor: the calibration's, and the leads before it. */
export const PAST_DAYS = CALIBRATION_DAYS + LAST_LEAD_DAY;

/** One rung of the ladder: an ensemble, and how wrong it has been. */
export class Rung {
  readonly name: string;
  readonly parts: readonly Part[];
  private past: ForecastsByDay = new Map();
  private calibration: Calibration | undefined;
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(name: string, parts: readonly Part[]) {
    this.name = name;
    this.parts = parts;
  }

  /** Calibrates on the past of its members, which must have advanced to the anchor. */
  calibrate(anchor: Anchor, actual: DayTable): void {
    if (anchor.cut === this.cut) return;
    this.past = combinePast(this.parts);
    this.calibration = Calibration.of(this.past, actual, anchor.cut);
    this.cut = anchor.cut;
  }

  /**
   * The forecast of an issue day and what it is worth today.
   *
   * @param recent each member's forecasts of the days from the anchor's cut to the issue day, the last of them
   * @param actual the series as known at the issue
   */
  forecast(recent: ReadonlyMap<Member, readonly Float64Array[]>, actual: DayTable, day: DayNumber): RungForecast {
    const forecasts = new Map<DayNumber, Float64Array>();
    for (let past = this.cut - LAST_LEAD_DAY; past < this.cut; past++) {
      const logs = this.past.get(past);
      if (logs) forecasts.set(past, logs);
    }
    const from = day - (recent.get(this.parts[0]!.member)?.length ?? 1) + 1;
    for (let issue = from; issue <= day; issue++) {
      const logs = this.parts.map(({ member }) => recent.get(member)![issue - from]!);
      forecasts.set(issue, combineLogs(this.parts, logs));
    }
    const calibration = this.calibration!;
    const volatility = calibration.volatility.map((level, lead) => {
      const updated = level.copy();
      for (let target = this.cut; target < day; target++) {
        updated.add(dailyError(actual, target, forecasts.get(target - lead), lead));
      }
      return updated;
    });
    return { rung: this, logs: forecasts.get(day)!, calibration, volatility };
  }
}

/** A rung's forecast of one issue day. */
export interface RungForecast {
  readonly rung: Rung;
  /** Log loads, lead day by hour. */
  readonly logs: Float64Array;
  readonly calibration: Calibration;
  /** Today's volatility, by lead day. */
  readonly volatility: readonly Volatility[];
}
