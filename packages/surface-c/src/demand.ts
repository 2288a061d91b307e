import { type EpochMs, emptyReport, type ReportDeps, readReportSeries, type Window } from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  blocksOf,
  compactText,
  compactTime,
  createPause,
  endpoint,
  instantParameter,
  integerParameter,
  issuedParameter,
  megawatts,
  oneOf,
  type Prepared,
  REPORT_HEADERS,
  reportHeaders,
  reportPrice,
  reportWindow,
  UTILITY_HEADER_ROWS,
  utcText,
  utilityReportReply,
  withHeaders,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { marketRun, tacArea } from './answer-fields.js';
import { UTILITY_RUNS } from './utility-runs.data.js';

const RANGE = 'startdatetime=20261120T08:00-0000&enddatetime=20261120T12:00-0000';

const demandQuery = z.object({
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

export const demandAnswer = z.strictObject({
  meta: z.strictObject({
    tac_area: tacArea,
    utility: z.string().min(1),
    startdatetime: z.string().describe('The parameter as sent.'),
    enddatetime: z.string().describe('The parameter as sent.'),
    market_run_id: marketRun,
    units: z.literal('MW'),
    generated_at: compactText(),
    model_version: z.string().min(1),
  }),
  forecast: z.array(
    z.strictObject({
      interval_start: compactText().describe('Start of the hour, in the offset of startdatetime.'),
      value: megawatts(),
      lower_bound: megawatts('p10, MW.').optional(),
      upper_bound: megawatts('p90, MW.').optional(),
      issued_at: utcText().optional().describe('When the forecast was issued; with issued=1.'),
    }),
  ),
});

/** GET /forecast/v1/demand */
export const demandEndpoint = endpoint({
  path: '/demand',
  name: 'getUtilityForecast',
  title: 'The day-ahead load forecast of a California utility',
  notes: [
    '`DAM` and `2DA` are the forecasts fixed at 09:00 Pacific one and two days before; `RTM` is for each hour the newest forecast that was available before the hour began.',
  ],
  access: 'key',
  conditional: true,
  query: demandQuery,
  answers: [
    { type: 'application/xml', text: 'An OASISReport with LOWER_BOUND and UPPER_BOUND after VALUE.' },
    {
      type: 'text/csv',
      text: 'INTERVAL_START, INTERVAL_END, TAC_AREA, MARKET_RUN_ID, VALUE, LOWER_BOUND, UPPER_BOUND, UNITS.',
      columns: UTILITY_HEADER_ROWS,
    },
    { type: 'application/json', schema: demandAnswer },
  ],
  errors: ['no_data'],
  headers: REPORT_HEADERS,
  errorTypes: ['application/xml', 'application/json'],
  examples: [
    `tac_area=PGE&${RANGE}`,
    `tac_area=SCE&${RANGE}&market_run_id=RTM&resultformat=6`,
    `tac_area=SDGE&${RANGE}&market_run_id=2DA&resultformat=7&issued=1`,
  ],
  shows: (query, { receivedAt }) => ({ asOf: asOfInstant(query.as_of, receivedAt), from: askedWindow(query).start }),
  prepare(deps: ReportDeps, query, request) {
    const { market_run_id: run, resultformat: format } = query;
    const window = askedWindow(query);
    return {
      price: reportPrice({ areas: 1, runs: run === 'RTM' ? RTM_READ : 1, window, format }),
      prepare: (scope) => prepareDemand({ ...deps, pause: createPause(scope) }, query, window, request),
    };
  },
});

const askedWindow = ({ startdatetime, enddatetime, tac_area }: DemandQuery): Window =>
  reportWindow(startdatetime, enddatetime, [tac_area.area]);

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
