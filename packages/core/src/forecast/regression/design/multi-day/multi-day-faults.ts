import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { DayTable } from '../../../inputs/day-table.js';
import type { MultiDayForecast, MultiDayInputs } from '../../../inputs/multi-day-inputs.js';
import { MULTI_DAY } from '../../../settings.data.js';

/** What forecasts of several days are checked against. */
export interface MultiDayCheck {
  readonly inputs: MultiDayInputs;
  readonly load: DayTable;
  /** Hours of the issue day whose load is known. */
  readonly knownHours: number;
}

const LEADS = MULTI_DAY.lastLeadDay + 1;
/** Fewer hours that two forecasts share say nothing about an hour's displacement. */
const FEWEST_SHARED_HOURS = 24;

/**
 * What is wrong with the operator's forecast as known on an issue day, in words; undefined when nothing is, or when
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
    if (isKnown(forecast) && !faultOf(check, past, forecast, good)) good = { day: past, forecast };
  }
  const forecast = inputs.asOfIssueDay(day, knownHours);
  return isKnown(forecast) ? faultOf(check, day, forecast, good) : undefined;
}

function faultOf(
  check: MultiDayCheck,
  day: DayNumber,
  forecast: MultiDayForecast,
  good: { readonly day: DayNumber; readonly forecast: MultiDayForecast } | undefined,
): string | undefined {
  const tomorrow = forecast.logs.subarray(24, 48);
  if (forecast.ageHours > MULTI_DAY.mostAgeHours) return `not renewed for ${MULTI_DAY.mostAgeHours} hours`;
  if (isFlat(tomorrow)) return 'one value for all hours of tomorrow';
  const level = meanOf(tomorrow) - recentLevel(check.load, day);
  if (Math.abs(level) > MULTI_DAY.mostLevelChange) return 'not in the unit of the load';
  if (good && isRepeated(forecast.logs, good.forecast.logs)) return 'the values of an earlier issue under new dates';
  if (good && isDisplaced(sharedHours(forecast.logs, good.forecast.logs, day - good.day))) return DISPLACED;
  return isDisplaced(measuredHours(check, day)) ? DISPLACED : undefined;
}

const DISPLACED = 'displaced by an hour';

/** Two runs of logs of the same hours; NaN where one has none. */
interface Runs {
  readonly logs: Float64Array;
  readonly others: Float64Array;
}

/** Hours that two forecasts share, the later issued `days` after the other. */
function sharedHours(logs: Float64Array, earlier: Float64Array, days: number): Runs {
  return { logs: logs.subarray(0, Math.max(0, 24 * (LEADS - days))), others: earlier.subarray(24 * days) };
}

/** The days before an issue as forecast the day before each, and as measured. */
function measuredHours({ inputs, load, knownHours }: MultiDayCheck, day: DayNumber): Runs {
  const logs = new Float64Array(24 * MULTI_DAY.measuredDays);
  const others = new Float64Array(logs.length);
  for (let i = 0; i < MULTI_DAY.measuredDays; i++) {
    const target = day - MULTI_DAY.measuredDays + i;
    logs.set(inputs.asOfIssueDay(target - 1, knownHours).logs.subarray(24, 48), 24 * i);
    for (let hour = 0; hour < 24; hour++) others[24 * i + hour] = load.measured(target, hour);
  }
  return { logs, others };
}

/** Whether a run fits another much better when it is moved by an hour. */
function isDisplaced(runs: Runs): boolean {
  const error = spreadOf(runs, 0);
  return Math.min(spreadOf(runs, -1), spreadOf(runs, 1)) < MULTI_DAY.displacedErrorRatio * error;
}

/** Mean absolute difference of two runs, one moved by some hours, from their mean difference; NaN with too few hours. */
function spreadOf({ logs, others }: Runs, moved: number): number {
  const differences: number[] = [];
  for (let hour = 1; hour < logs.length - 1; hour++) {
    const difference = logs[hour + moved]! - (others[hour] ?? Number.NaN);
    if (!Number.isNaN(difference)) differences.push(difference);
  }
  if (differences.length < FEWEST_SHARED_HOURS) return Number.NaN;
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return differences.reduce((sum, value) => sum + Math.abs(value - mean), 0) / differences.length;
}

/** Whether most hours of tomorrow and the day after have the values that an earlier issue had for its own. */
function isRepeated(logs: Float64Array, earlier: Float64Array): boolean {
  let [equal, known] = [0, 0];
  for (let at = 24; at < 72; at++) {
    if (Number.isNaN(logs[at]!)) continue;
    known++;
    if (logs[at] === earlier[at]) equal++;
  }
  return equal > MULTI_DAY.mostEqualShare * known;
}

/** Whether most hours have one value. */
function isFlat(logs: Float64Array): boolean {
  return logs.filter((log) => log === logs[12]).length > MULTI_DAY.mostEqualShare * logs.length;
}

/** Mean of a week of measured logs before a day; NaN without any. */
function recentLevel(load: DayTable, day: DayNumber): number {
  const logs: number[] = [];
  for (let back = 1; back <= 7; back++)
    for (let hour = 0; hour < 24; hour++) logs.push(load.measured(day - back, hour));
  return meanOf(logs.filter((log) => !Number.isNaN(log)));
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

function isKnown({ logs }: MultiDayForecast): boolean {
  return !logs.subarray(24, 48).some(Number.isNaN);
}
