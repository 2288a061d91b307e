import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { Baseline } from '../../../inputs/residual-block.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import { calendarGroups, clipped } from '../calendar-groups.js';
import type { FeatureGroup } from '../feature-group.js';
import type { OperatorIssue } from '../issue-design.js';
import { meanError } from '../operator-day.js';
import { type MultiDayCheck, multiDayFault } from './multi-day-faults.js';

/** Lead days that are read, the issue day included. */
export const MULTI_DAY_LEADS = MULTI_DAY.lastLeadDay + 1;

/** What the forecasts of several days are compared with. */
export interface MultiDaySource extends MultiDayCheck {
  readonly climatology: Baseline;
  readonly trainingCutoff: DayNumber;
  /** Largest anomaly kept, as a difference of logs. */
  readonly clip: number;
  /** Faults by issue day, as far as they were looked for. */
  readonly faults: Map<DayNumber, string | undefined>;
}

/** The fault of an issue day, looked for once. */
export function faultOn(source: MultiDaySource, day: DayNumber): string | undefined {
  const { faults } = source;
  if (!faults.has(day)) faults.set(day, multiDayFault(source, day));
  return faults.get(day);
}

/**
 * The operator's forecasts of several days on one issue day, corrected by the mean error of each lead day and hour over the
 * four weeks before.
 */
export class MultiDayIssue implements OperatorIssue {
  /** Log forecasts, corrected; NaN where there is none, or where too few errors are known. */
  readonly corrected: Float64Array;
  private readonly source: MultiDaySource;
  private readonly day: DayNumber;
  /** Mean log error by lead day and hour. */
  private readonly bias: Float64Array;

  constructor(source: MultiDaySource, day: DayNumber) {
    this.source = source;
    this.day = day;
    this.bias = new Float64Array(24 * MULTI_DAY_LEADS).map((_, at) =>
      meanError((back) => rawError(source, day - back, Math.floor(at / 24), at % 24)),
    );
    const { logs } = source.inputs.asOfIssueDay(day, source.knownHours);
    this.corrected = logs.map((log, at) => log + this.bias[at]!);
  }

  /** Whether all of tomorrow is forecast, can be corrected, and shows no fault. */
  get isUsable(): boolean {
    return !this.corrected.subarray(24, 48).some(Number.isNaN) && faultOn(this.source, this.day) === undefined;
  }

  /** Log error of a target day's forecast minus its mean error, clipped; 0 where it is missing. */
  error(target: DayNumber, leadDay: number, hour: number): number {
    const error = rawError(this.source, target, leadDay, hour) - this.bias[24 * leadDay + hour]!;
    return clipped(error, OPERATOR.errorClip);
  }

  errorOf(leadDay: number, hour: number): number {
    return this.error(this.day + leadDay, leadDay, hour);
  }

  correctedLog(leadDay: number, hour: number): number {
    return this.corrected[24 * leadDay + hour]!;
  }

  /** Mean log error of four hours, clipped. */
  meanBias(leadDay: number, part: number): number {
    return clipped(meanOfPart(this.bias, leadDay, part), OPERATOR.errorClip);
  }

  /** The corrected forecast minus climatology, mean of four hours of each lead day; 0 where it is missing. */
  writeAnomalies(out: Float64Array, at: number): void {
    const { climatology, trainingCutoff, clip } = this.source;
    const anomalies = this.corrected.slice();
    const expected = new Float64Array(24);
    for (let leadDay = 0; leadDay < MULTI_DAY_LEADS; leadDay++) {
      climatology.writeLogs(this.day + leadDay, trainingCutoff, expected, 0);
      for (let hour = 0; hour < 24; hour++) anomalies[24 * leadDay + hour]! -= expected[hour]!;
      for (let part = 0; part < 6; part++)
        out[at + 6 * leadDay + part] = clipped(meanOfPart(anomalies, leadDay, part), clip);
    }
  }
}

/** A group of features made from the operator's forecasts of several days and their errors. */
export type MultiDayFeatures = FeatureGroup<MultiDayIssue>;

/**
 * Features of the forecasts of several days.
 *
 * @param knownHours hours of the issue day that are known
 * @param penalties ridge penalties, in units of the load features'
 */
export function multiDayFeatures(
  knownHours: number,
  { errorPenalty, anomalyPenalty }: { readonly errorPenalty: number; readonly anomalyPenalty: number },
): readonly MultiDayFeatures[] {
  return [
    { name: 'errors of known hours', count: knownHours, penalty: 0.5 * errorPenalty, write: hoursOf(0, knownHours) },
    { name: 'errors of the day before', count: 24, penalty: errorPenalty, write: hoursOf(1, 24) },
    { name: 'daily errors of a week, a day ahead', count: 7, penalty: errorPenalty, write: writeWeek },
    {
      name: 'mean errors of a week by lead day',
      count: MULTI_DAY_LEADS - 2,
      penalty: errorPenalty,
      write: writeLeadErrors,
    },
    // Subtracting all of the mean error of four weeks may be too much.
    { name: 'mean errors of four weeks', count: 6, penalty: errorPenalty, write: writeBias },
    {
      name: 'forecast minus climatology',
      count: 6 * MULTI_DAY_LEADS,
      penalty: anomalyPenalty,
      write: (issue, _day, out, at) => issue.writeAnomalies(out, at),
    },
    ...calendarGroups(0, errorPenalty),
  ];
}

/** Errors of forecasts made on the day before the target. */
function hoursOf(back: number, count: number): MultiDayFeatures['write'] {
  return (issue, day, out, at) => {
    for (let hour = 0; hour < count; hour++) out[at + hour] = issue.error(day - back, 1, hour);
  };
}

const writeWeek: MultiDayFeatures['write'] = (issue, day, out, at) => {
  for (let back = 1; back <= 7; back++) out[at + back - 1] = dailyMean(issue, day - back, 1);
};

const writeLeadErrors: MultiDayFeatures['write'] = (issue, day, out, at) => {
  for (let leadDay = 2; leadDay < MULTI_DAY_LEADS; leadDay++) {
    let sum = 0;
    for (let back = 1; back <= 7; back++) sum += dailyMean(issue, day - back, leadDay);
    out[at + leadDay - 2] = sum / 7;
  }
};

const writeBias: MultiDayFeatures['write'] = (issue, _day, out, at) => {
  for (let part = 0; part < 6; part++) out[at + part] = issue.meanBias(1, part);
};

function dailyMean(issue: MultiDayIssue, target: DayNumber, leadDay: number): number {
  let sum = 0;
  for (let hour = 0; hour < 24; hour++) sum += issue.error(target, leadDay, hour);
  return sum / 24;
}

/** Log error of a target day's forecast at a lead day, clipped; NaN where it or the load is missing, or it has a fault. */
function rawError(source: MultiDaySource, target: DayNumber, leadDay: number, hour: number): number {
  const { inputs, load, knownHours } = source;
  const forecast = inputs.asOfIssueDay(target - leadDay, knownHours);
  const error = load.measured(target, hour) - forecast.logs[24 * leadDay + hour]!;
  if (Number.isNaN(error) || faultOn(source, target - leadDay) !== undefined) return Number.NaN;
  return clipped(error, OPERATOR.errorClip);
}

function meanOfPart(values: Float64Array, leadDay: number, part: number): number {
  let sum = 0;
  for (let hour = 4 * part; hour < 4 * part + 4; hour++) sum += values[24 * leadDay + hour]!;
  return sum / 4;
}
