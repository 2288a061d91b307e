import { HORIZONS, type Horizon, type MarketRun } from '@loadcast/core';
import { asOfInstant, issuedParameter, LOAD_HEADER_ROWS } from '@loadcast/formats';
import * as z from 'zod';
import { loadAnswer } from '../endpoints/answers.js';
import { loadSight, pricedLoadReport, rangeOf } from './load-report.js';
import { keyedReport } from './report.js';
import { area, asOf, common, marketRun, RANGE, range } from './report-query.js';

/** The horizon that a plan must include for each run. */
const RUN_HORIZONS: ReadonlyMap<MarketRun, Horizon> = new Map(HORIZONS.map(({ run, id }) => [run, id]));

const query = z.object({
  market_run_id: marketRun,
  ...area,
  ...range,
  ...asOf,
  issued: issuedParameter(),
  ...common,
});

/** SLD_FCST: what a market run forecast. */
export const sldFcst = keyedReport({
  queryname: 'SLD_FCST',
  title:
    'the forecast of a market run for each hour; for operating day D, `DAM` is the last forecast available at 09:00 market time on D-1, `2DA`, `7DA` and `15DA` likewise. It never changes afterwards.',
  answer: loadAnswer,
  columns: LOAD_HEADER_ROWS,
  query,
  examples: [
    `market_run_id=DAM&tac_area_name=CISO&${RANGE}`,
    `market_run_id=2DA&tac_area_name=PJM&${RANGE}&resultformat=7&issued=1`,
  ],
  shows: (read, request) => ({ ...loadSight(read, request), horizon: RUN_HORIZONS.get(read.market_run_id) }),
  prepare(deps, { market_run_id: run, as_of, issued, ...read }, { receivedAt, areas, principal: { plan } }) {
    const asked = rangeOf(read, areas);
    const known = { asOf: asOfInstant(as_of, receivedAt), receivedAt };
    return pricedLoadReport(deps, { ...asked, ...known, queryname: 'SLD_FCST', run, issued, plan });
  },
});
