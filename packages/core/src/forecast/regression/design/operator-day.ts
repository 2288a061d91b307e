import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { DayTable } from '../../inputs/day-table.js';
import type { Baseline } from '../../inputs/residual-block.js';
import { OPERATOR } from '../../settings.data.js';
import { clipped } from './feature-group.js';
import type { OperatorIssue } from './issue-design.js';

/** What an operator's forecast is compared with. */
export interface OperatorDaySource {
  /** The operator's forecast of the load. */
  readonly operator: DayTable;
  readonly load: DayTable;
  readonly climatology: Baseline;
  readonly trainingCutoff: DayNumber;
  /** Last lead day whose operator forecast is read: 0 today, 1 tomorrow. */
  readonly operatorDays: 0 | 1;
  /** Largest anomaly kept, as a difference of logs. */
  readonly clip: number;
  /** The load's residual of an hour. */
  loadResidual(day: DayNumber, hour: number): number;
}

/** The operator's forecast on one issue day, corrected by its mean error of each hour over the four weeks before. */
export class OperatorDay implements OperatorIssue {
  private readonly source: OperatorDaySource;
  private readonly day: DayNumber;
  /** Mean log error by hour; all NaN with too few days. */
  private readonly bias: Float64Array;
  private anomaliesOfDay: Float64Array | undefined;

  constructor(source: OperatorDaySource, day: DayNumber) {
    this.source = source;
    this.day = day;
    this.bias = computeBias(source, day);
  }

  get isUsable(): boolean {
    const { operator, operatorDays } = this.source;
    for (let leadDay = 0; leadDay <= operatorDays; leadDay++)
      if (operator.filledOn(this.day + leadDay) > OPERATOR.mostFilledHours) return false;
    return !Number.isNaN(this.bias[0]!);
  }

  errorOf(leadDay: number, hour: number): number {
    return this.error(this.day + leadDay, hour);
  }

  /** Log error of the operator minus its mean error; 0 where it is missing. */
  error(day: DayNumber, hour: number): number {
    const error = rawError(this.source, day, hour) - this.bias[hour]!;
    return Number.isNaN(error) ? 0 : clipped(error, OPERATOR.errorClip);
  }

  /** The mean error of an hour, clipped. */
  clippedBias(hour: number): number {
    return clipped(this.bias[hour]!, OPERATOR.errorClip);
  }

  correctedLog(leadDay: number, hour: number): number {
    const { operator } = this.source;
    const day = this.day + leadDay;
    return operator.has(day) ? operator.logs[(day - operator.firstDay) * 24 + hour]! + this.bias[hour]! : Number.NaN;
  }

  /** The corrected forecast minus climatology, clipped, hour by hour of each day read; 0 where it is missing. */
  anomalies(): Float64Array {
    this.anomaliesOfDay ??= this.computeAnomalies();
    return this.anomaliesOfDay;
  }

  /** The load's residual of an hour. */
  loadResidual(day: DayNumber, hour: number): number {
    return this.source.loadResidual(day, hour);
  }

  private computeAnomalies(): Float64Array {
    const { climatology, trainingCutoff, operatorDays, clip } = this.source;
    const anomalies = new Float64Array(24 * (operatorDays + 1));
    const expected = new Float64Array(24);
    for (let leadDay = 0; leadDay <= operatorDays; leadDay++) {
      climatology.writeLogs(this.day + leadDay, trainingCutoff, expected, 0);
      for (let hour = 0; hour < 24; hour++) {
        anomalies[24 * leadDay + hour] = clipped(this.correctedLog(leadDay, hour) - expected[hour]!, clip);
      }
    }
    return anomalies;
  }
}

function computeBias(source: OperatorDaySource, day: DayNumber): Float64Array {
  const bias = new Float64Array(24).map((_, hour) => meanError((back) => rawError(source, day - back, hour)));
  return bias.some(Number.isNaN) ? bias.fill(Number.NaN) : bias;
}

/**
 * The mean of the known errors of four weeks; NaN with too few.
 *
 * @param errorBefore the error so many days before; NaN where it is not known
 */
export function meanError(errorBefore: (back: number) => number): number {
  let sum = 0;
  let count = 0;
  for (let back = 1; back <= OPERATOR.debiasDays; back++) {
    const error = errorBefore(back);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count < OPERATOR.fewestDebiasDays ? Number.NaN : sum / count;
}

/** Log error of the operator, clipped; NaN where it or the load is missing. */
function rawError({ load, operator }: OperatorDaySource, day: DayNumber, hour: number): number {
  const error = load.measured(day, hour) - operator.measured(day, hour);
  return Number.isNaN(error) ? error : clipped(error, OPERATOR.errorClip);
}
