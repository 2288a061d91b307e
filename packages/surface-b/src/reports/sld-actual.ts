import { asOfInstant, LOAD_HEADER_ROWS } from '@loadcast/formats';
import * as z from 'zod';
import { loadAnswer } from '../endpoints/answers.js';
import { loadSight, pricedLoadReport, rangeOf } from './load-report.js';
import { keyedReport } from './report.js';
import { area, asOf, common, neverIssued, RANGE, range } from './report-query.js';

/** SLD_ACTUAL: actual load as it was known at `as_of`. */
export const sldActual = keyedReport({
  queryname: 'SLD_ACTUAL',
  title: 'measured load in the same columns; `MARKET_RUN_ID` is `ACTUAL`.',
  answer: loadAnswer,
  columns: LOAD_HEADER_ROWS.slice(0, 1),
  query: z.object({ ...area, ...range, ...asOf, ...neverIssued, ...common }),
  examples: [`tac_area_name=MISO&${RANGE}&resultformat=5`, `${RANGE}&resultformat=7`],
  shows: loadSight,
  prepare(deps, { as_of, ...read }, { receivedAt, areas, principal: { plan } }) {
    const asked = rangeOf(read, areas);
    const known = { asOf: asOfInstant(as_of, receivedAt), receivedAt };
    return pricedLoadReport(deps, { ...asked, ...known, queryname: 'SLD_ACTUAL', run: 'ACTUAL', issued: false, plan });
  },
});
