import { megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';

export const region = z.string().describe('Canonical code of the region.');
export const generatedAt = utcText().describe('Time of the answer.');
export const timeLocal = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  .describe('Start of the interval on the clock that `tz` names.')
  .meta({ examples: ['2026-11-21 08:00'] });

export const withClock = <S extends z.ZodRawShape>(row: z.ZodObject<S>) => row.extend({ time_local: timeLocal });

/** Columns that the tables of load and forecasts begin with. */
export const hourColumns = {
  time_utc: utcText().describe('Start of the hour.'),
  time_local: timeLocal.optional(),
  region,
};

export const p10 = megawatts('Lower bound in MW: 1 hour in 10 falls below. Absent if the plan does not include it.');
export const p90 = megawatts('Upper bound in MW: 1 hour in 10 falls above.');
export const issuedAt = utcText().describe('Issue time of the run.');
export const model = z
  .string()
  .min(1)
  .describe('Model and version; `simulated-`: load is made up, `recorded-`: load of earlier years.');
export const bounds = { p10: p10.optional(), p90: p90.optional() };

export const runId = z
  .string()
  .describe('The region and the issue time to the millisecond.')
  .meta({ examples: ['PJM-20261121T125000000Z'] });

export const aboutRun = {
  run_id: runId,
  region,
  issued_at: issuedAt,
  available_at: utcText().describe('Time from which the run could be read.'),
  data_cutoff: utcText().describe('Start of the last measured hour used by the run.'),
  model: z.string().min(1),
  version: z.string().min(1),
};

export const sha256 = (text: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(text);

export const digest = sha256('SHA-256 of the run as text: `/proof` says how it is written.');

export const leftOut = z
  .string()
  .describe(
    'Known inputs that were not used, each with the reason, joined by `; `; empty if none. Absent where this was not recorded.',
  )
  .meta({ examples: ['operator: not known for tomorrow'] });
