import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Member } from '../regression/member.js';

/** Lead days 0 to 17: 384 hours from any hour of a day that may itself be a day old. */
export const LAST_LEAD_DAY = 17;
/** Outputs of an ensemble: lead day by hour. */
export const OUTPUTS = 24 * (LAST_LEAD_DAY + 1);

/** What the members of an ensemble are, by what they read. */
export type MemberKind =
  | 'grids'
  | 'adjacent'
  | 'pooled'
  | 'operator'
  | 'operatorNeighbours'
  | 'operatorToday'
  | 'operatorTodayNeighbours'
  | 'weather';

/** A member of an ensemble. */
export interface Part {
  readonly kind: MemberKind;
  readonly member: Member;
  /** Stands in where no member of the first choice has an opinion; beside one, it counts as its past errors allow. */
  readonly isReserve: boolean;
}

/** How much each part's word counts: by part, then by lead day. Any positive scale; only ratios are used. */
export interface EnsembleWeights {
  /** Where a member of the first choice has an opinion. */
  readonly together: readonly Float64Array[];
  /** Where none has: of reserves among themselves. */
  readonly reserves: readonly Float64Array[];
}

const ones = () => new Float64Array(LAST_LEAD_DAY + 1).fill(1);
const zeros = () => new Float64Array(LAST_LEAD_DAY + 1);

/** Weights for want of experience: the first choice counts alike, the reserves only where it is silent. */
export function untriedWeights(parts: readonly Part[]): EnsembleWeights {
  return {
    together: parts.map(({ isReserve }) => (isReserve ? zeros() : ones())),
    reserves: parts.map(({ isReserve }) => (isReserve ? ones() : zeros())),
  };
}

/**
 * Weighted mean of log forecasts, output by output, over the parts that have one.
 *
 * @param logs one array per part; shorter ones stop at their last lead day; NaN is no opinion
 * @returns NaN where nobody has an opinion
 */
export function combineLogs(
  parts: readonly Part[],
  logs: readonly Float64Array[],
  weights: EnsembleWeights,
): Float64Array {
  const combined = new Float64Array(OUTPUTS);
  const shares = new Float64Array(parts.length);
  for (let output = 0; output < OUTPUTS; output++) {
    writeShares(parts, logs, weights, output, shares);
    let sum = 0;
    for (let i = 0; i < parts.length; i++) if (shares[i]! > 0) sum += shares[i]! * logs[i]![output]!;
    combined[output] = shares.some((share) => share > 0) ? sum : Number.NaN;
  }
  return combined;
}

/**
 * Writes each part's share in an output: 0 for those without an opinion, adding up to 1 unless nobody has one.
 *
 * @param logs as in `combineLogs`
 */
export function writeShares(
  parts: readonly Part[],
  logs: readonly Float64Array[],
  weights: EnsembleWeights,
  output: number,
  shares: Float64Array,
): void {
  const hasOpinion = (i: number) => !Number.isNaN(logs[i]![output] ?? Number.NaN);
  let isFirstChoice = false;
  for (let i = 0; i < parts.length; i++) isFirstChoice ||= !parts[i]!.isReserve && hasOpinion(i);
  const table = isFirstChoice ? weights.together : weights.reserves;
  const lead = Math.floor(output / 24);
  let total = 0;
  for (let i = 0; i < parts.length; i++) {
    shares[i] = hasOpinion(i) ? table[i]![lead]! : 0;
    total += shares[i]!;
  }
  for (let i = 0; i < parts.length; i++) {
    // Those who counted are silent: the others speak alike.
    if (total === 0) shares[i] = hasOpinion(i) ? 1 / parts.filter((_, j) => hasOpinion(j)).length : 0;
    else shares[i]! /= total;
  }
}

/** Log forecasts by issue day. */
export type ForecastsByDay = ReadonlyMap<DayNumber, Float64Array>;
