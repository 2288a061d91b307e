import { MARKET_RUNS, type ReportRun } from '@loadcast/core';
import { instantParameter, issuedParameter, oneOf } from '@loadcast/formats';
import * as z from 'zod';

/** The runs of SLD_FCST in an OASIS file, which lists them by name. */
export const RUNS: readonly ReportRun[] = [...MARKET_RUNS, 'ACTUAL' as const].sort();

/** Runs that a query may name. RTM has 5- and 15-minute intervals in OASIS, which are not forecast: it selects nothing. */
const KNOWN_RUNS: readonly ReportRun[] = [...RUNS, 'RTM'];

export const singleZipQuery = z.object({
  version: z.enum(['1'], { error: '1' }),
  startdatetime: instantParameter('compact'),
  enddatetime: instantParameter('compact'),
  market_run_id: oneOf(KNOWN_RUNS).optional(),
  tac_area_name: z.string().optional(),
  as_of: instantParameter('iso').optional(),
  issued: issuedParameter(),
  resultformat: z.enum(['5', '6'], { error: '5 (XML) or 6 (CSV)' }).default('5'),
});
