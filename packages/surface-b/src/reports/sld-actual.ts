import { requireEntitlement } from '@loadcast/core/quota';
import * as z from 'zod';
import { prepareLoadReport, rangeOf } from './load-report.js';
import { keyedReport } from './report.js';
import { area, common, range } from './report-query.js';

/** SLD_ACTUAL: what was measured. */
export const sldActual = keyedReport({
  queryname: 'SLD_ACTUAL',
  query: z.object({ ...area, ...range, ...common }),
  prepare(deps, read, { receivedAt, principal: { plan } }) {
    const asked = rangeOf(read);
    requireEntitlement(plan, { historyFrom: asked.startdatetime.instant }, receivedAt);
    const now = { asOf: receivedAt, receivedAt };
    return prepareLoadReport(deps, { ...asked, ...now, queryname: 'SLD_ACTUAL', run: 'ACTUAL', plan });
  },
});
