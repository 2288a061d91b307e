import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { LEAD_DAYS } from '../settings.data.js';

/** Last lead day of a forecast. */
export const LAST_LEAD_DAY = LEAD_DAYS.last;
/** Outputs of an ensemble: lead day by hour. */
export const OUTPUTS = 24 * (LAST_LEAD_DAY + 1);

/** The kinds of members, by the inputs they read; the autoregression is in no ensemble, but is averaged with them in the next hours. */
export type MemberKind =
  | 'autoregression'
  | 'grids'
  | 'adjacent'
  | 'global'
  | 'operator'
  | 'operatorNeighbours'
  | 'operatorToday'
  | 'operatorTodayNeighbours'
  | 'multiDay'
  | 'multiDayNeighbours'
  | 'weather';

/** A member's place in an ensemble: primary members read the inputs that name the tier, fallback members only load. */
export interface EnsembleMember {
  readonly kind: MemberKind;
  readonly member: Member;
  /**
   * A fallback member is used where no primary member has a forecast; beside a primary one it has the weight that its
   * past errors give it.
   */
  readonly isFallback: boolean;
}

/** Combination weights: by member, then by lead day. Any positive scale; only ratios are used. */
export interface EnsembleWeights {
  /** Weights for hours that at least one primary member forecasts. */
  readonly withPrimary: readonly Float64Array[];
  /** Weights for hours that only fallback members forecast. */
  readonly fallbackOnly: readonly Float64Array[];
}

/** Log forecasts by issue day. */
export type ForecastsByDay = ReadonlyMap<DayNumber, Float64Array>;

/** Mean absolute log error of a target day forecast at a lead day; NaN when no hour of it was forecast and measured. */
export function dailyError(past: ForecastsByDay, actual: DayTable, target: DayNumber, leadDay: number): number {
  const logs = past.get(target - leadDay);
  if (!logs) return Number.NaN;
  let sum = 0;
  let count = 0;
  for (let hour = 0; hour < 24; hour++) {
    const error = Math.abs(actual.measured(target, hour) - logs[leadDay * 24 + hour]!);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}

const ones = () => new Float64Array(LAST_LEAD_DAY + 1).fill(1);
const zeros = () => new Float64Array(LAST_LEAD_DAY + 1);

/** Weights before there are past errors: primary members equally, fallback members equally where no primary one is. */
export function initialWeights(members: readonly EnsembleMember[]): EnsembleWeights {
  return {
    withPrimary: members.map(({ isFallback }) => (isFallback ? zeros() : ones())),
    fallbackOnly: members.map(({ isFallback }) => (isFallback ? ones() : zeros())),
  };
}

/**
 * Weighted mean of log forecasts, output by output, over the members that have one.
 *
 * @param logs one array per member; shorter ones end at the member's last lead day; NaN is no forecast
 * @returns NaN where no member has a forecast
 */
export function combineLogs(
  members: readonly EnsembleMember[],
  logs: readonly Float64Array[],
  weights: EnsembleWeights,
): Float64Array<ArrayBuffer> {
  const combined = new Float64Array(OUTPUTS);
  const shares = new Float64Array(members.length);
  for (let leadDay = 0; leadDay < OUTPUTS; leadDay += 24) {
    // Shares change with the lead day, and with the members that have a forecast.
    const hours = logs.every((ofMember) => isAllOrNone(ofMember, leadDay)) ? 24 : 1;
    for (let from = leadDay; from < leadDay + 24; from += hours) {
      writeNormalisedWeights(members, logs, weights, from, shares);
      addShares(combined, logs, shares, from, from + hours);
    }
  }
  return combined;
}

/** Whether a member has a forecast of all hours of a lead day or of none. */
function isAllOrNone(logs: Float64Array, from: number): boolean {
  let missing = 0;
  for (let output = from; output < from + 24; output++) if (Number.isNaN(logs[output] ?? Number.NaN)) missing++;
  return missing === 0 || missing === 24;
}

/** Adds the members' shares of the outputs `from` (inclusive) to `to` (exclusive); NaN where no member has one. */
function addShares(
  combined: Float64Array,
  logs: readonly Float64Array[],
  shares: Float64Array,
  from: number,
  to: number,
): void {
  if (!shares.some((share) => share > 0)) combined.fill(Number.NaN, from, to);
  for (const [i, ofMember] of logs.entries()) {
    const share = shares[i]!;
    if (share > 0) for (let output = from; output < to; output++) combined[output]! += share * ofMember[output]!;
  }
}

/**
 * Writes each member's weight in one output. Members without a forecast for this hour get 0; the weights of the others
 * add up to 1. When all members with a forecast have weight 0 they are averaged with equal weights.
 *
 * @param logs as in `combineLogs`
 * @param shares receives one weight per member; all 0 when no member has a forecast
 */
export function writeNormalisedWeights(
  members: readonly EnsembleMember[],
  logs: readonly Float64Array[],
  weights: EnsembleWeights,
  output: number,
  shares: Float64Array,
): void {
  const hasForecast = (i: number) => !Number.isNaN(logs[i]![output] ?? Number.NaN);
  let hasPrimaryForecast = false;
  for (let i = 0; i < members.length; i++) hasPrimaryForecast ||= !members[i]!.isFallback && hasForecast(i);
  const weightTable = hasPrimaryForecast ? weights.withPrimary : weights.fallbackOnly;
  const leadDay = Math.floor(output / 24);
  let total = 0;
  for (let i = 0; i < members.length; i++) {
    shares[i] = hasForecast(i) ? weightTable[i]![leadDay]! : 0;
    total += shares[i]!;
  }
  for (let i = 0; i < members.length; i++) {
    if (total === 0) shares[i] = hasForecast(i) ? 1 / members.filter((_, j) => hasForecast(j)).length : 0;
    else shares[i]! /= total;
  }
}
