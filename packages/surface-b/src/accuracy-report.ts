import {
  ACCURACY_WINDOW_DAYS,
  accuracyOf,
  type CodedArea,
  type EpochMs,
  type MarketRun,
  type ReportDeps,
  ServiceError,
} from '@loadcast/core';
import {
  modelText,
  nextTurn,
  PRIVATE_CACHE,
  type Reply,
  type ReportFormat,
  type ReportTable,
  roundMw,
  type TableRow,
  tableReply,
} from '@loadcast/formats';
import { areasOf } from './load-report.js';

const COLUMNS = [
  'TAC_AREA_NAME',
  'MARKET_RUN_ID',
  'MODEL',
  'WINDOW_DAYS',
  'MAPE',
  'RMSE_MW',
  'MAE_MW',
  'BIAS_MW',
  'N_HOURS',
];

export interface AccuracyReportQuery {
  readonly run: MarketRun;
  readonly area: CodedArea | undefined;
  readonly format: ReportFormat;
  readonly receivedAt: EpochMs;
}

/** SLD_FCST_ACCURACY: one flat row per area that has scored hours. @throws {ServiceError} no_data */
export async function accuracyReport(deps: ReportDeps, query: AccuracyReportQuery): Promise<Reply> {
  const rows: TableRow[] = [];
  for (const coded of areasOf(query.area)) {
    const row = await accuracyRow(deps, coded, query);
    if (row) rows.push(row);
    await nextTurn();
  }
  if (rows.length === 0) {
    const subject = `${query.area?.code ?? 'any area'} ${query.run}`;
    const message = `No scored forecast for ${subject} in the last ${ACCURACY_WINDOW_DAYS} days`;
    throw new ServiceError('no_data', message, { reason: 'not_covered' });
  }
  const table: ReportTable = {
    report: 'SLD_FCST_ACCURACY',
    columns: COLUMNS,
    rows,
    generatedAt: query.receivedAt,
  };
  const toJson = (data: Record<string, string | number>[]) =>
    query.area ? data[0] : { queryname: 'SLD_FCST_ACCURACY', count: data.length, data };
  return tableReply(query.format, table, toJson, PRIVATE_CACHE);
}

async function accuracyRow(
  deps: ReportDeps,
  { area, code }: CodedArea,
  { run, receivedAt }: AccuracyReportQuery,
): Promise<TableRow | undefined> {
  const { scores, model, windowDays } = await accuracyOf(deps, { area, run, asOf: receivedAt });
  if (scores.hours === 0 || !model) return undefined;
  const { mapePct, rmseMw, maeMw, biasMw } = scores;
  const metrics = [mapePct, rmseMw, maeMw, biasMw].map(roundMw);
  return {
    iso: area.iso,
    timeZone: area.oasisTimezone,
    cells: [code, run, modelText(model), windowDays, ...metrics, scores.hours],
  };
}
