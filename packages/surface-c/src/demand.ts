import { type EpochMs, emptyReport, type ReportDeps, readReportSeries } from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  blocksOf,
  compactTime,
  instantParameter,
  integerParameter,
  nextTurn,
  oneOf,
  type Prepared,
  readQuery,
  reportWindow,
  utilityReportReply,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { UTILITY_RUNS } from './utility-runs.data.js';

const demandQuery = z.object({
  tac_area: areaParameter('c'),
  startdatetime: instantParameter('compact'),
  enddatetime: instantParameter('compact'),
  market_run_id: oneOf(UTILITY_RUNS).default('DAM'),
  resultformat: z.enum(['5', '6', '7'], { error: '5 (XML), 6 (CSV) or 7 (JSON)' }).default('5'),
  version: integerParameter({ min: 1, max: 9_999 }).optional(),
});

/** GET /forecast/v1/demand. @throws {ServiceError} no_data */
export async function demand(deps: ReportDeps, request: AuthedRequest): Promise<Prepared> {
  const { receivedAt } = request;
  const query = readQuery(demandQuery, request.query);
  const { market_run_id: run, version, startdatetime, enddatetime, resultformat } = query;
  const { area, code } = query.tac_area;
  const window = reportWindow(startdatetime, enddatetime, [area]);
  const asked = { area, window, asOf: receivedAt, ...(version === undefined ? {} : { version }) };
  const series = await readReportSeries({ ...deps, pause: nextTurn }, run, asked);
  const blocks = blocksOf([{ area, code, run, ...series }]);
  if (blocks.length === 0) throw await emptyReport(deps, run, asked, `${code} ${run}`);

  const instantText = (instant: EpochMs) => compactTime(instant, startdatetime.offsetMinutes);
  const meta = {
    tac_area: code,
    utility: area.name,
    startdatetime: startdatetime.asSent,
    enddatetime: enddatetime.asSent,
    market_run_id: run,
    units: 'MW',
    generated_at: instantText(receivedAt),
    model_version: series.newest?.model.version ?? '',
  };
  const values = [series.valueMw, series.p10Mw, series.p90Mw];
  const etag = etagOf('c demand', resultformat, JSON.stringify({ ...meta, generated_at: null }), ...values);
  return {
    regions: [area.id],
    etag,
    reply: () => utilityReportReply(resultformat, { generatedAt: receivedAt, blocks, meta, instantText }),
  };
}
