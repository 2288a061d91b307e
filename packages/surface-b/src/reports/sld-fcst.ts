import { HORIZONS, type Horizon, type MarketRun } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import { asOfInstant, instantParameter } from '@loadcast/formats';
import * as z from 'zod';
import { prepareLoadReport, rangeOf } from './load-report.js';
import { keyedReport } from './report.js';
import { area, common, marketRun, range } from './report-query.js';

/** The horizon that a plan must include for each run. */
const RUN_HORIZONS: ReadonlyMap<MarketRun, Horizon> = new Map(HORIZONS.map(({ run, id }) => [run, id]));

const query = z.object({
  market_run_id: marketRun,
  ...area,
  ...range,
  as_of: instantParameter('iso').optional(),
  ...common,
});

/** SLD_FCST: what a market run forecast. */
export const sldFcst = keyedReport({
  queryname: 'SLD_FCST',
  query,
  prepare(deps, { market_run_id: run, as_of, ...read }, { receivedAt, principal: { plan } }) {
    const asked = rangeOf(read);
    const asOf = asOfInstant(as_of, receivedAt);
    requireEntitlement(plan, { horizon: RUN_HORIZONS.get(run)! }, receivedAt);
    return prepareLoadReport(deps, { ...asked, queryname: 'SLD_FCST', run, asOf, receivedAt, plan });
  },
});
