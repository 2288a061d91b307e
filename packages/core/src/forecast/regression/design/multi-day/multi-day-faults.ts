import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
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
  return { values: logs.subarray(0, Math.max(0, 24 * (LEADS - days))), others: earlier.subarray(24 * days) };
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
