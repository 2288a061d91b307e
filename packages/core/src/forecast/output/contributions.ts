import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DriverParts } from '../../vintages/run-drivers.js';
import { toHundredths } from '../../vintages/vintage.js';
import type { Climatology } from '../climatology/climatology.js';
import {
  type EnsembleMember,
  type EnsembleWeights,
  LAST_LEAD_DAY,
  OUTPUTS,
  writeNormalisedWeights,
} from '../combination/ensemble.js';
import type { LocalHours } from '../inputs/local-days.js';
import { LEAD_DAYS } from '../settings.data.js';

/** Differences of log load from climatology, by the input they come from; lead day by hour. */
export type LogParts = Record<'recentLoad' | 'neighbours' | 'operator' | 'weather', Float64Array>;

/**
 * The near lead days of one forecast and the far ones of another, lead day by hour.
 *
 * The known hours of the issue day matter for the near lead days only; later lead days come from the reference hour.
 */
export function joinLeads(near: Float64Array, far: Float64Array): Float64Array {
  const joined = far.slice();
  joined.set(near.subarray(0, 24 * (LEAD_DAYS.lastNear + 1)));
  return joined;
}

/** Likewise, part by part. */
export function joinParts(near: LogParts, far: LogParts): LogParts {
  return partsOf((name) => joinLeads(near[name], far[name]));
}

function partsOf(make: (name: keyof LogParts) => Float64Array): LogParts {
  const [recentLoad, neighbours] = [make('recentLoad'), make('neighbours')];
  return { recentLoad, neighbours, operator: make('operator'), weather: make('weather') };
}

/**
 * The parts of an ensemble's forecast of an issue day: weighted means over its members, with the combination weights.
 *
 * @param shareOf the ensemble's share of the forecast, by output: all of it if omitted
 */
export function meanParts(
  ensemble: readonly EnsembleMember[],
  day: DayNumber,
  weights: EnsembleWeights,
  shareOf: (output: number) => number = () => 1,
): LogParts {
  const members = ensemble.map(({ member }) => member.explain(day));
  const logs = members.map((member) => member.logs);
  const shares = new Float64Array(ensemble.length);
  const mean = partsOf(() => new Float64Array(OUTPUTS));
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
  calendar: Pick<Climatology, 'writeLogs' | 'writeHolidayPart'>,
  issueDay: DayNumber,
  trainingCutoff: DayNumber,
): DriverParts {
  const climatology = new Float64Array(OUTPUTS);
  const holiday = new Float64Array(OUTPUTS);
  for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
    calendar.writeLogs(issueDay + lead, trainingCutoff, climatology, lead * 24);
    calendar.writeHolidayPart(issueDay + lead, trainingCutoff, holiday, lead * 24);
  }
  const outputs = Array.from(leadDays, (lead, i) => lead * 24 + hours[i]!);
  const bases = valueMw.map((_, i) => Math.exp(climatology[outputs[i]!]! - holiday[outputs[i]!]!));
  const toMw = (logs: Float64Array) =>
    valueMw.map((mw, i) => toHundredths(logs[outputs[i]!]! * logarithmicMean(mw, bases[i]!)));
  const others = {
    climatologyMw: bases.map(toHundredths),
    holidayMw: toMw(holiday),
    neighboursMw: toMw(parts.neighbours),
    operatorMw: toMw(parts.operator),
    weatherMw: toMw(parts.weather),
  };
  const rest = (mw: number, i: number) => mw - Object.values(others).reduce((sum, part) => sum + part[i]!, 0);
  return { ...others, recentLoadMw: valueMw.map((mw, i) => toHundredths(rest(mw, i))) };
}

function logarithmicMean(a: number, b: number): number {
  if (!(a > 0) || Math.abs(a / b - 1) < 1e-9) return b;
  return (a - b) / Math.log(a / b);
}
