import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DriverParts } from '../../vintages/run-drivers.js';
import type { Calendar } from '../climatology/shared-holidays.js';
import {
  type EnsembleMember,
  type EnsembleWeights,
  LAST_LEAD_DAY,
  OUTPUTS,
  writeNormalisedWeights,
} from '../combination/ensemble.js';
import { type LocalHours, toHundredths } from '../inputs/local-hours.js';
import type { MemberParts } from '../regression/member.js';

/** Differences of log load from climatology, by the input they come from; lead day by hour. */
export type LogParts = Record<'recentLoad' | 'neighbours' | 'operator' | 'weather', Float64Array>;

/**
 * The parts of an ensemble's forecast: weighted means over its members, with the combination weights.
 *
 * @param shareOf the ensemble's share of the forecast, by output: all of it if omitted
 */
export function meanParts(
  ensemble: readonly EnsembleMember[],
  explained: ReadonlyMap<EnsembleMember['member'], MemberParts>,
  weights: EnsembleWeights,
  shareOf: (output: number) => number = () => 1,
): LogParts {
  const members = ensemble.map(({ member }) => explained.get(member)!);
  const logs = members.map((member) => member.logs);
  const shares = new Float64Array(ensemble.length);
  const mean: LogParts = {
    recentLoad: new Float64Array(OUTPUTS),
    neighbours: new Float64Array(OUTPUTS),
    operator: new Float64Array(OUTPUTS),
    weather: new Float64Array(OUTPUTS),
  };
  for (let output = 0; output < OUTPUTS; output++) {
    writeNormalisedWeights(ensemble, logs, weights, output, shares);
    members.forEach(({ own, neighbours, remainder: rest, remainderKind: restKind }, i) => {
      const share = shares[i]! * shareOf(output);
      if (share === 0) return;
      mean.recentLoad[output]! += share * own[output]!;
      mean.neighbours[output]! += share * neighbours[output]!;
      mean[restKind][output]! += share * rest[output]!;
    });
  }
  return mean;
}

/**
 * Splits forecast values into megawatts that add up to them.
 *
 * A product of factors becomes a sum by the logarithmic mean: a factor's share is its log times (V - C) / ln(V / C),
 * with V the value and C the climatology without holidays. What rounding and the step from mean to
 * median leave over is added to the recent load's part.
 *
 * @param valueMw rounded values, hour by hour
 * @param parts differences of log load from climatology
 * @see Ang 2005, "The LMDI approach to decomposition analysis", doi:10.1016/j.enpol.2003.10.010
 */
export function contributionsOf(
  { leadDays, hours }: LocalHours,
  valueMw: Float64Array,
  parts: LogParts,
  calendar: Calendar,
  issueDay: DayNumber,
  trainingCutoff: DayNumber,
): DriverParts {
  const climatology = new Float64Array(OUTPUTS);
  const holiday = new Float64Array(OUTPUTS);
  for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
    calendar.writeLogs(issueDay + lead, trainingCutoff, climatology, lead * 24);
    calendar.writeHolidayPart(issueDay + lead, trainingCutoff, holiday, lead * 24);
  }
  const empty = () => new Float64Array(valueMw.length);
  const result = {
    climatologyMw: empty(),
    holidayMw: empty(),
    recentLoadMw: empty(),
    neighboursMw: empty(),
    operatorMw: empty(),
    weatherMw: empty(),
  };
  for (let i = 0; i < valueMw.length; i++) {
    const output = leadDays[i]! * 24 + hours[i]!;
    const base = Math.exp(climatology[output]! - holiday[output]!);
    const perLog = logarithmicMean(valueMw[i]!, base);
    result.climatologyMw[i] = toHundredths(base);
    result.holidayMw[i] = toHundredths(holiday[output]! * perLog);
    result.neighboursMw[i] = toHundredths(parts.neighbours[output]! * perLog);
    result.operatorMw[i] = toHundredths(parts.operator[output]! * perLog);
    result.weatherMw[i] = toHundredths(parts.weather[output]! * perLog);
    const others =
      result.climatologyMw[i]! +
      result.holidayMw[i]! +
      result.neighboursMw[i]! +
      result.operatorMw[i]! +
      result.weatherMw[i]!;
    result.recentLoadMw[i] = toHundredths(valueMw[i]! - others);
  }
  return result;
}

function logarithmicMean(a: number, b: number): number {
  if (!(a > 0) || Math.abs(a / b - 1) < 1e-9) return b;
  return (a - b) / Math.log(a / b);
}
