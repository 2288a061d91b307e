import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../../climatology/climatology.js';
import type { DayTable } from '../../../inputs/day-table.js';
import { FAULTS, MULTI_DAY_LATE } from '../../../inputs/faults/faults.data.js';
import {
  isDayLate,
  isDisplaced,
  isFlat,
  isRepeated,
  meanOf,
  type Runs,
  recentLevel,
} from '../../../inputs/faults/published-runs.js';
import type { View } from '../../../inputs/inputs.js';
import type { MultiDayForecast, MultiDayInputs } from '../../../inputs/multi-day-inputs.js';
import type { Baseline } from '../../../inputs/residual-block.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import { calendarGroups, clipped, type FeatureGroup, featureGroup, sumOver } from '../feature-group.js';
import { IssueDesign, type OperatorIssue } from '../issue-design.js';
import { LoadDesign, type LoadDesignOptions } from '../load-design.js';
import { meanError } from '../operator-day.js';

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

/**
 * Features of the forecasts of several days.
 *
 * @param knownHours hours of the issue day that are known
 * @param penalties ridge penalties, in units of the load features'
 */
export function multiDayFeatures(
  knownHours: number,
  { errorPenalty, anomalyPenalty }: { readonly errorPenalty: number; readonly anomalyPenalty: number },
): readonly FeatureGroup<MultiDayIssue>[] {
  return [
    featureGroup('errors of known hours', knownHours, 0.5 * errorPenalty, (it, day, hour) => it.error(day, 1, hour)),
    featureGroup('errors of the day before', 24, errorPenalty, (it, day, hour) => it.error(day - 1, 1, hour)),
    featureGroup('daily errors of a week, a day ahead', 7, errorPenalty, (it, day, i) => dailyMean(it, day - 1 - i, 1)),
    featureGroup(
      'mean errors of a week by lead day',
      MULTI_DAY_LEADS - 2,
      errorPenalty,
      (it, day, i) => sumOver(1, 8, (back) => dailyMean(it, day - back, i + 2)) / 7,
    ),
    // Subtracting all of the mean error of four weeks may be too much.
    featureGroup('mean errors of four weeks', 6, errorPenalty, (it, _, part) => it.meanBias(1, part)),
    {
      name: 'forecast minus climatology',
      count: 6 * MULTI_DAY_LEADS,
      penalty: anomalyPenalty,
      write: (issue, _day, out, at) => issue.writeAnomalies(out, at),
    },
    ...calendarGroups(0, errorPenalty),
  ];
}

function dailyMean(issue: MultiDayIssue, target: DayNumber, leadDay: number): number {
  return sumOver(0, 24, (hour) => issue.error(target, leadDay, hour)) / 24;
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
  return sumOver(4 * part, 4 * part + 4, (hour) => values[24 * leadDay + hour]!) / 4;
}

/** Parameters of a regression on forecasts of several days. */
export interface MultiDayDesignOptions extends LoadDesignOptions {
  readonly errorPenalty: number;
  readonly anomalyPenalty: number;
}

/** The load, given the operator's own forecasts of today and up to seven days more, corrected by their mean errors of four weeks. */
export function multiDayDesign(
  own: ModelSeries,
  inputs: MultiDayInputs,
  neighbours: readonly ModelSeries[],
  options: MultiDayDesignOptions,
): IssueDesign<MultiDayIssue> {
  const { knownHours, clip } = options;
  const { climatology } = own;
  const lastLeadDay = Math.min(options.lastLeadDay, MULTI_DAY.lastLeadDay);
  const sourceOf = (view: View, trainingCutoff: DayNumber): MultiDaySource => {
    return { inputs, load: own[view], knownHours, climatology, trainingCutoff, clip, faults: new Map() };
  };
  return new IssueDesign(new LoadDesign(own, neighbours, { ...options, lastLeadDay }), {
    groups: multiDayFeatures(knownHours, options),
    daysBefore: OPERATOR.debiasDays + MULTI_DAY.lastLeadDay,
    lastLeadDay,
    open(view, trainingCutoff) {
      const source = sourceOf(view, trainingCutoff);
      return (day) => new MultiDayIssue(source, day);
    },
    faultOn: (day) => faultOn(sourceOf('issueView', day), day),
  });
}

/** What forecasts of several days are checked against. */
export interface MultiDayCheck {
  readonly inputs: MultiDayInputs;
  readonly load: DayTable;
  /** Hours of the issue day whose load is known. */
  readonly knownHours: number;
}

/**
 * The fault in the operator's forecast as known on an issue day, in words; undefined when there is none, or when
 * tomorrow was not forecast at all.
 *
 * A forecast is compared with the load before it, and with the newest forecast of the days before that had no fault: so a
 * feed that is displaced, or repeats itself under new dates, is seen in its first file, and for as long as it does so.
 */
export function multiDayFault(check: MultiDayCheck, day: DayNumber): string | undefined {
  const { inputs, knownHours } = check;
  let good: { readonly day: DayNumber; readonly forecast: MultiDayForecast } | undefined;
  for (let past = day - MULTI_DAY.comparedDays; past < day; past++) {
    const forecast = inputs.asOfIssueDay(past, knownHours);
    if (isKnown(forecast) && !findFault(check, past, forecast, good)) good = { day: past, forecast };
  }
  const forecast = inputs.asOfIssueDay(day, knownHours);
  return isKnown(forecast) ? findFault(check, day, forecast, good) : undefined;
}

function findFault(
  check: MultiDayCheck,
  day: DayNumber,
  forecast: MultiDayForecast,
  good: { readonly day: DayNumber; readonly forecast: MultiDayForecast } | undefined,
): string | undefined {
  const tomorrow = forecast.logs.subarray(24, 48);
  if (forecast.ageHours > MULTI_DAY.mostAgeHours) return `not renewed for ${MULTI_DAY.mostAgeHours} hours`;
  if (isFlat(tomorrow)) return FAULTS.flat;
  const level = meanOf(tomorrow) - recentLevel(check.load, day);
  if (Math.abs(level) > MULTI_DAY.mostLevelChange) return FAULTS.unit;
  if (good && isRepeated({ values: twoDays(forecast), others: twoDays(good.forecast) })) return FAULTS.repeated;
  const shared = good && sharedHours(forecast.logs, good.forecast.logs, day - good.day);
  if (shared && isDisplaced(shared)) return FAULTS.displaced;
  if (isDisplaced(measuredHours(check, day, MULTI_DAY.measuredDays))) return FAULTS.displaced;
  if (shared && isDayLate(shared, MULTI_DAY_LATE.sharedErrorRatio)) return FAULTS.dayLate;
  const { measured } = MULTI_DAY_LATE;
  const isLate = measured.every(({ days, errorRatio }) => isDayLate(measuredHours(check, day, days), errorRatio));
  return isLate ? FAULTS.dayLate : undefined;
}

/** Tomorrow and the day after. */
const twoDays = ({ logs }: MultiDayForecast): Float64Array => logs.subarray(24, 72);

/** Hours that two forecasts share, the later issued `days` after the other. */
function sharedHours(logs: Float64Array, earlier: Float64Array, days: number): Runs {
  return { values: logs.subarray(0, Math.max(0, 24 * (MULTI_DAY_LEADS - days))), others: earlier.subarray(24 * days) };
}

/** The days before an issue as forecast the day before each, and as measured. */
function measuredHours({ inputs, load, knownHours }: MultiDayCheck, day: DayNumber, days: number): Runs {
  const logs = new Float64Array(24 * days);
  const others = new Float64Array(logs.length);
  for (let i = 0; i < days; i++) {
    const target = day - days + i;
    logs.set(inputs.asOfIssueDay(target - 1, knownHours).logs.subarray(24, 48), 24 * i);
    for (let hour = 0; hour < 24; hour++) others[24 * i + hour] = load.measured(target, hour);
  }
  return { values: logs, others };
}

function isKnown({ logs }: MultiDayForecast): boolean {
  return !logs.subarray(24, 48).some(Number.isNaN);
}
