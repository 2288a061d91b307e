import type { EnsembleMember } from '../forecast/combination/ensemble.js';
import { LAST_LEAD_DAY } from '../forecast/combination/ensemble.js';
import type { Member } from '../forecast/regression/member.js';
import { forecastsOf } from './measured-days.js';

/** The log load that a member forecast on an issue day, at a lead day and hour; NaN for no forecast. */
export type ForecastLogOf = (issueDay: number, leadDay: number, hour: number) => number;

/** A member of an ensemble with past forecasts of the issue days from `from` to before `to`, and nothing else. */
export function pastMember(isFallback: boolean, logOf: ForecastLogOf, from: number, to: number): EnsembleMember {
  const past = forecastsOf(from, to, LAST_LEAD_DAY + 1, logOf);
  const member = { design: { lastLeadDay: LAST_LEAD_DAY }, past, rows: past.size };
  return { kind: 'grids', member: member as unknown as Member, isFallback };
}
