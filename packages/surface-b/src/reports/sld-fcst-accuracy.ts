import { type CodedArea, emptyScore, type MarketRun, type ReportDeps } from '@loadcast/core';
import { ACCURACY_WINDOW_DAYS, accuracyOf } from '@loadcast/core/accuracy';
import { entitlementClass } from '@loadcast/core/quota';
import {
  asOfInstant,
  modelText,
  newestSight,
  nextTurn,
  type Prepared,
  type ReportTable,
  roundMw,
  type TableRow,
  tableReply,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { accuracyAnswer } from '../endpoints/answers.js';
import { areasOf, type LoadQuery, regionsOf } from './load-report.js';
import { keyedReport } from './report.js';
import { area, asOf, common, marketRun, neverIssued } from './report-query.js';

const COLUMNS = Object.keys(accuracyAnswer.options[0].shape).map((name) => name.toUpperCase());

/** SLD_FCST_ACCURACY: how good a market run was over the last days. */
export const sldFcstAccuracy = keyedReport({
  queryname: 'SLD_FCST_ACCURACY',
  title: 'MAPE (percent), RMSE, MAE and bias of the last 30 days.',
  answer: accuracyAnswer,
  columns: [COLUMNS],
  query: z.object({ market_run_id: marketRun.default('DAM'), ...area, ...asOf, ...neverIssued, ...common }),
  examples: ['tac_area_name=ERCO&resultformat=7', 'resultformat=7'],
  shows: newestSight,
  prepare(deps, read, { receivedAt, areas, principal: { plan } }) {
    const { market_run_id: run, tac_area_name, as_of, resultformat: format } = read;
    const known = { asOf: asOfInstant(as_of, receivedAt), receivedAt };
    return prepareAccuracyReport(deps, {
      run,
      code: tac_area_name?.code ?? null,
      areas: areasOf(tac_area_name, areas),
      format,
      ...known,
      plan,
    });
  },
});

type AccuracyReportQuery = Pick<LoadQuery, 'code' | 'areas' | 'format' | 'asOf' | 'receivedAt' | 'plan'> & {
  readonly run: MarketRun;
};

/** One flat row per area that has scored hours. @throws {ServiceError} no_data */
async function prepareAccuracyReport(deps: ReportDeps, query: AccuracyReportQuery): Promise<Prepared> {
  const { run, code, areas, format, receivedAt, plan } = query;
  const rows: TableRow[] = [];
  for (const coded of areas) {
    const row = await accuracyRow(deps, coded, query);
    if (row) rows.push(row);
    await nextTurn();
  }
  if (rows.length === 0) {
    const { area } = areas[0]!;
    const { hours: window } = await accuracyOf(deps, { area, run, asOf: query.asOf });
    const subject = `the accuracy of ${code ?? 'any area'} ${run} over ${ACCURACY_WINDOW_DAYS} days`;
    throw await emptyScore(deps, run, { area, window, asOf: query.asOf }, subject);
  }
  const table: ReportTable = { report: 'SLD_FCST_ACCURACY', columns: COLUMNS, rows, generatedAt: receivedAt };
  const toJson = (data: Record<string, string | number>[]) =>
    code ? data[0] : { queryname: 'SLD_FCST_ACCURACY', count: data.length, data };
  const etag = etagOf(plan.surface, entitlementClass(plan), format, code, JSON.stringify(rows));
  return {
    regions: regionsOf(areas),
    etag,
    reply: () => tableReply(format, table, toJson),
  };
}

async function accuracyRow(
  deps: ReportDeps,
  { area, code }: CodedArea,
  { run, asOf }: AccuracyReportQuery,
): Promise<TableRow | undefined> {
  const { scores, model, windowDays } = await accuracyOf(deps, { area, run, asOf });
  if (scores.hours === 0 || !model) return undefined;
  const { mapePct, rmseMw, maeMw, biasMw } = scores;
  const metrics = [mapePct, rmseMw, maeMw, biasMw].map(roundMw);
  return {
    iso: area.iso,
    timeZone: area.oasisTimezone,
    cells: [code, run, modelText(model), windowDays, ...metrics, scores.hours],
  };
}
