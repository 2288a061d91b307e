import { type EpochMs, emptyReport, type ReportDeps, readReportSeries, type Window } from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  blocksOf,
  compactTime,
  createPause,
  instantParameter,
  integerParameter,
  issuedParameter,
  oneOf,
  type Prepared,
  type Priced,
  readQuery,
  reportHeaders,
  reportPrice,
  reportWindow,
  utilityReportReply,
  withHeaders,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { UTILITY_RUNS } from './utility-runs.data.js';

export const demandQuery = z.object({
  tac_area: areaParameter('c'),
  startdatetime: instantParameter('compact'),
  enddatetime: instantParameter('compact'),
  market_run_id: oneOf(UTILITY_RUNS).default('DAM'),
  resultformat: z.enum(['5', '6', '7'], { error: '5 (XML), 6 (CSV) or 7 (JSON)' }).default('5'),
  version: integerParameter({ min: 1, max: 9_999 }).optional(),
  as_of: instantParameter('iso').optional(),
  issued: issuedParameter(),
});

type DemandQuery = z.output<typeof demandQuery>;

/** Rows of another run that take as long to read as one of RTM, which has a run of its own for each hour. */
const RTM_READ = 12;

/** GET /forecast/v1/demand */
export function demand(deps: ReportDeps, request: AuthedRequest): Priced {
  const query = readQuery(demandQuery, request.query);
  const { market_run_id: run, startdatetime, enddatetime, resultformat: format, tac_area } = query;
  const window = reportWindow(startdatetime, enddatetime, [tac_area.area]);
  return {
    price: reportPrice({ areas: 1, runs: run === 'RTM' ? RTM_READ : 1, window, format }),
    prepare: (scope) => prepareDemand({ ...deps, pause: createPause(scope) }, query, window, request),
  };
}

/** @throws {ServiceError} no_data */
async function prepareDemand(
  deps: ReportDeps,
  query: DemandQuery,
  window: Window,
  { receivedAt }: AuthedRequest,
): Promise<Prepared> {
  const { market_run_id: run, version, startdatetime, enddatetime, resultformat, as_of, issued } = query;
  const { area, code } = query.tac_area;
  const asked = { area, window, asOf: asOfInstant(as_of, receivedAt), ...(version === undefined ? {} : { version }) };
  const series = await readReportSeries(deps, run, asked);
  const parts = [{ area, code, run, ...series }];
  const blocks = blocksOf(parts);
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
  const values = [series.valueMw, series.p10Mw, series.p90Mw, series.issuedAtMs];
  const etag = etagOf(
    'c demand',
    resultformat,
    issued ? 1 : 0,
    JSON.stringify({ ...meta, generated_at: null }),
    ...values,
  );
  const report = { generatedAt: receivedAt, blocks, meta, instantText, issued };
  return {
    regions: [area.id],
    etag,
    reply: () => withHeaders(utilityReportReply(resultformat, report), reportHeaders(parts, blocks)),
  };
}
