import type { DayNumber } from '../calendar/holidays.js';
import type { Anchor } from './anchor.js';
import { Calibration, type DayCalibration } from './calibration.js';
import type { DayTable } from './day-table.js';
import { combineLogs, combinePast, type Part } from './ensemble.js';
import type { ErrorTable } from './error-table.js';
import type { Member } from './member.js';

/** A rung's forecast of one issue day. */
export interface RungForecast {
  readonly rung: Rung;
  /** Log loads, lead day by hour. */
  readonly logs: Float64Array;
  readonly calibration: DayCalibration;
  /** What it said on this and the last days, by issue day. */
  readonly forecasts: ReadonlyMap<DayNumber, Float64Array>;
}

/** One rung of the ladder: an ensemble, and how wrong it has been. */
export class Rung {
  readonly name: string;
  readonly parts: readonly Part[];
  private readonly tables = new Map<DayNumber, ErrorTable>();
  private calibration: Calibration | undefined;
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(name: string, parts: readonly Part[]) {
    this.name = name;
    this.parts = parts;
  }

  /** Calibrates on the past of its members, which must have advanced to the anchor. */
  calibrate(anchor: Anchor, actual: DayTable): void {
    if (anchor.cut === this.cut) return;
    this.calibration = new Calibration(combinePast(this.parts), actual, anchor.cut, this.tables);
    this.cut = anchor.cut;
  }

  /**
   * The forecast of an issue day and what it is worth that day.
   *
   * @param recent each member's forecasts of the days from the anchor's cut to the issue day, the last of them
   * @param actual the series as known at the issue
   */
  forecast(recent: ReadonlyMap<Member, readonly Float64Array[]>, actual: DayTable, day: DayNumber): RungForecast {
    const calibration = this.calibration!;
    const forecasts = calibration.lastForecasts;
    const from = day - (recent.get(this.parts[0]!.member)?.length ?? 1) + 1;
    for (let issueDay = from; issueDay <= day; issueDay++) {
      const logs = this.parts.map(({ member }) => recent.get(member)![issueDay - from]!);
      forecasts.set(issueDay, combineLogs(this.parts, logs));
    }
    return { rung: this, logs: forecasts.get(day)!, calibration: calibration.onDay(forecasts, actual, day), forecasts };
  }
}
