import { type Area, type EpochMs, emptyReport, type ReportDeps, readReportSeries, type Window } from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  blocksOf,
  compactTime,
  instantParameter,
  integerParameter,
  nextTurn,
  oneOf,
  PRIVATE_CACHE,
  type Prepared,
  type Reply,
  readQuery,
  reportWindow,
  utilityReportReply,
} from '@loadcast/formats';
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

type DemandQuery = z.output<typeof demandQuery>;

/** GET /forecast/v1/demand. */
export function demand(deps: ReportDeps, { query: rawQuery, receivedAt }: AuthedRequest): Prepared {
  const query = readQuery(demandQuery, rawQuery);
  const { area } = query.tac_area;
  const window = reportWindow(query.startdatetime, query.enddatetime, [area]);
  return { regions: [area.id], reply: () => demandReply(deps, query, area, window, receivedAt) };
}

async function demandReply(
  deps: ReportDeps,
  query: DemandQuery,
  area: Area,
  window: Window,
  receivedAt: EpochMs,
): Promise<Reply> {
  const { market_run_id: run, version } = query;
  const { code } = query.tac_area;
  const read = { area, window, asOf: receivedAt, ...(version === undefined ? {} : { version }) };
  const series = await readReportSeries({ ...deps, pause: nextTurn }, run, read);
  const blocks = blocksOf([{ area, code, run, ...series }]);
  if (blocks.length === 0) throw await emptyReport(deps, run, read, `${code} ${run}`);

  const { offsetMinutes } = query.startdatetime;
  const instantText = (instant: EpochMs) => compactTime(instant, offsetMinutes);
  const meta = {
    tac_area: code,
    utility: area.name,
    startdatetime: query.startdatetime.asSent,
    enddatetime: query.enddatetime.asSent,
    market_run_id: run,
    units: 'MW',
    generated_at: instantText(receivedAt),
    model_version: series.newest?.model.version ?? '',
  };
  return utilityReportReply(query.resultformat, { generatedAt: receivedAt, blocks, meta, instantText }, PRIVATE_CACHE);
}
