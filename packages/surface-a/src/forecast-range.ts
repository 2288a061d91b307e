import {
  type EpochMs,
  emptyForecastWindow,
  type ForecastWindow,
  HOUR_MS,
  type RunChoice,
  readForecastWindow,
  ServiceError,
  type VintageStore,
} from '@loadcast/core';
import { entitlementClass, type ForecastWindowQuery, forecastWindowSight, type Sight } from '@loadcast/core/quota';
import { ceilToHour } from '@loadcast/core/time';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  count,
  createPause,
  fileStamp,
  isoUtc,
  json,
  megawatts,
  modelText,
  offsetText,
  type Prepared,
  type Priced,
  refused,
  type Table,
  type TableColumn,
  tableAnswerReply,
  tableOf,
  utcText,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf } from './answer-shape.js';
import * as fields from './answers/answer-fields.js';
import { addedColumns, columnsText, type ExtraColumnsDeps, extraColumns } from './columns/extra-columns.js';
import { type ForecastQueryValues, refuseTwoChoices } from './forecast-query.js';
import { pointObjects } from './json/forecast-json.js';
import { rangeOf } from './parameters/day-or-instant.js';
import { timeColumns } from './parameters/wall-clock.js';
import { newestIssueHeader } from './tables/newest-issue.js';
import { tablePrice } from './tables/table-price.js';

export interface ForecastRangeDeps extends ExtraColumnsDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'headers'>;
}

/** A point of an answer to `start` and `end`. */
export const rangePoint = z.strictObject({
  timestamp: offsetText().describe('Start of the hour.'),
  time_local: fields.timeLocal.optional(),
  value_mw: megawatts(),
  p10: megawatts().optional(),
  p90: megawatts().optional(),
  ...addedColumns,
  issued_at: utcText().describe('Issue time of this hour’s run.'),
  model: z.string().min(1),
});

export const rangeMeta = z.strictObject({
  region: z.string(),
  start: utcText(),
  end: utcText(),
  resolution: z.literal('1h'),
  count: count('Rows in data.'),
  missing: count('Hours of the range without such a run; they are not in data.'),
  generated_at: utcText(),
});

export const forecastRangeAnswer = z.strictObject({
  status: z.literal('success'),
  data: z.array(rangePoint),
  meta: rangeMeta,
});

const NEWEST: RunChoice = { kind: 'newest' };

/** Whether a query asks for a range rather than a horizon. @throws {ServiceError} it asks for both, or for half a range */
export function isRangeQuery(query: ForecastQueryValues): boolean {
  const { start, end, gate, lead, horizon, resolution } = query;
  const given = Object.entries({ start, end, gate, lead }).find(([, value]) => value !== undefined)?.[0];
  if (given === undefined) return false;
  if (horizon !== undefined) throw refused('horizon', `no value with ${given}`);
  if (resolution !== '1h') throw refused('resolution', `1h with ${given}`);
  refuseTwoChoices(query);
  for (const [parameter, value] of Object.entries({ start, end })) {
    if (value !== undefined) continue;
    throw new ServiceError('missing_parameter', `${parameter} is required with ${given}`, { parameter });
  }
  return true;
}

/** How long an hour takes to read, in rows of a report as CSV: a lead has a run of its own for each hour. */
const HOUR_READ = { lead: 15, other: 3 };

export const forecastRangeSight = (query: ForecastQueryValues, receivedAt: EpochMs): Sight =>
  forecastWindowSight([windowAsked(query, receivedAt)]);

function windowAsked(query: ForecastQueryValues, receivedAt: EpochMs): ForecastWindowQuery {
  const { area } = query.region;
  const { start, end } = rangeOf(query, area, { start: receivedAt, end: receivedAt });
  const window = { start: ceilToHour(start), end: ceilToHour(end) };
  return { area, window, asOf: asOfInstant(query.as_of, receivedAt), choice: query.gate ?? query.lead ?? NEWEST };
}

/** The forecasts of the hours that start in a range: by the newest run, or by the run of a gate or a lead. */
export function pricedForecastRange(
  deps: ForecastRangeDeps,
  query: ForecastQueryValues,
  request: AuthedRequest,
): Priced {
  const asked = windowAsked(query, request.receivedAt);
  const { window } = asked;
  const hours = (window.end - window.start) / HOUR_MS;
  const read = hours * (query.lead === undefined ? HOUR_READ.other : HOUR_READ.lead);
  return {
    price: read + tablePrice(hours, answerFormat(query.format, request)),
    prepare: (scope) => prepareForecastRange({ ...deps, pause: createPause(scope) }, query, asked, request),
  };
}

async function prepareForecastRange(
  deps: ForecastRangeDeps & { pause(): Promise<void> },
  query: ForecastQueryValues,
  asked: ForecastWindowQuery,
  request: AuthedRequest,
): Promise<Prepared> {
  const { area, code } = query.region;
  const { window } = asked;
  const read = await readForecastWindow(deps, asked);
  const { format, zone } = shapeOf(query, request, area);
  const entitlement = entitlementClass(request.principal.plan);
  const hours = coveredHours(read);
  if (hours.starts.length === 0) throw await emptyForecastWindow(deps, asked, `the forecast of ${code}`);
  const rows = { area, asOf: asked.asOf, ...hours, vintage: (row: number) => hours.vintages[row]! };
  const extra = await extraColumns(deps, query, rows);
  const table = forecastRangeTable(hours, code, { zone, hasBounds: entitlement === 'bounds' }, extra);

  const meta = {
    region: code,
    start: isoUtc(window.start),
    end: isoUtc(window.end),
    resolution: '1h',
    count: table.rowCount,
    missing: read.valueMw.length - table.rowCount,
    generated_at: isoUtc(request.receivedAt),
  };
  const headers = newestIssueHeader(table);
  const issues = read.vintages.map((vintage) => vintage?.issuedAt ?? 0);
  const shape = [entitlement, format, zone ?? '', ...columnsText(extra)];
  const etag = etagOf('a forecast range', code, window.start, ...issues, read.valueMw, ...shape);
  return {
    regions: [area.id],
    etag,
    reply: () =>
      format === 'json'
        ? json(200, { status: 'success', data: pointObjects(table), meta }, headers)
        : tableAnswerReply(
            format,
            { table, meta, headers, fileName: `forecast_${code}_${fileStamp(window.start)}` },
            request,
          ),
  };
}

/** The hours of a window that have a forecast, MW. */
function coveredHours({ start, valueMw, p10Mw, p90Mw, vintages }: ForecastWindow) {
  const hours = [...vintages.keys()].filter((hour) => vintages[hour] !== undefined);
  const pick = (values: Float64Array): Float64Array => Float64Array.from(hours, (hour) => values[hour]!);
  return {
    starts: hours.map((hour) => start + hour * HOUR_MS),
    vintages: hours.map((hour) => vintages[hour]!),
    valueMw: pick(valueMw),
    p10Mw: pick(p10Mw),
    p90Mw: pick(p90Mw),
  };
}

/** Covered hours as rows; `extra` columns follow p90. */
function forecastRangeTable(
  { starts, valueMw, p10Mw, p90Mw, vintages }: ReturnType<typeof coveredHours>,
  region: string,
  { zone, hasBounds }: { readonly zone: string | undefined; readonly hasBounds: boolean },
  extra: readonly TableColumn[],
): Table {
  return tableOf(starts.length, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: starts.map(() => region) },
    { name: 'value_mw', kind: 'number', values: valueMw },
    hasBounds ? { name: 'p10', kind: 'number', values: p10Mw } : undefined,
    hasBounds ? { name: 'p90', kind: 'number', values: p90Mw } : undefined,
    ...extra,
    { name: 'issued_at', kind: 'instant', values: vintages.map(({ issuedAt }) => issuedAt) },
    { name: 'model', kind: 'text', values: vintages.map(({ model }) => modelText(model)) },
  ]);
}
