import {
  type Area,
  type AreaId,
  type Areas,
  type CodedArea,
  type EpochMs,
  emptyReport,
  type Plan,
  type ReportDeps,
  type ReportRun,
  type RunForecast,
  readReportSeries,
  type Window,
} from '@loadcast/core';
import { entitlementClass, type Sight } from '@loadcast/core/quota';
import {
  asOfInstant,
  blocksOf,
  countRows,
  createPause,
  isoOffset,
  loadReportReply,
  modelText,
  type Prepared,
  type Priced,
  type ReportFormat,
  type RequestScope,
  type RunPart,
  reportHeaders,
  reportPrice,
  reportWindow,
  type WireInstant,
  withHeaders,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';

/** The parameters of SLD_FCST and SLD_ACTUAL that select the rows and their format. */
export interface RangeQuery {
  readonly tac_area_name?: CodedArea | undefined;
  readonly startdatetime: WireInstant;
  readonly enddatetime: WireInstant;
  readonly resultformat: ReportFormat;
}

/** What SLD_FCST and SLD_ACTUAL have in common once their parameters are read. */
export interface LoadQuery {
  readonly queryname: 'SLD_FCST' | 'SLD_ACTUAL';
  readonly run: ReportRun;
  /** Null: all of them. */
  readonly code: string | null;
  readonly areas: readonly CodedArea[];
  readonly startdatetime: WireInstant;
  readonly enddatetime: WireInstant;
  readonly window: Window;
  readonly format: ReportFormat;
  /** Data that became known later is not read. */
  readonly asOf: EpochMs;
  readonly receivedAt: EpochMs;
  /** Rows end with when their forecast was issued. */
  readonly issued: boolean;
  readonly plan: Plan;
}

/** A run of an area and its hours. */
export type ReadPart = RunPart & RunForecast;

/** The area and the range that both load reports take. @throws {ServiceError} invalid_parameter */
export function rangeOf(
  read: RangeQuery,
  snapshot: Areas,
): Pick<LoadQuery, 'code' | 'areas' | 'startdatetime' | 'enddatetime' | 'format' | 'window'> {
  const { tac_area_name: area, startdatetime, enddatetime, resultformat: format } = read;
  const areas = areasOf(area, snapshot);
  const clocks = areas.map((coded) => coded.area);
  const window = reportWindow(startdatetime, enddatetime, clocks);
  return { code: area?.code ?? null, areas, startdatetime, enddatetime, format, window };
}

/** What a load report shows: the hours of its range. */
export function loadSight(
  read: RangeQuery & { readonly as_of?: WireInstant | undefined },
  { receivedAt, areas }: { readonly receivedAt: EpochMs; readonly areas: Areas },
): Sight {
  return { asOf: asOfInstant(read.as_of, receivedAt), from: rangeOf(read, areas).window.start };
}

/** The areas of a query: the one it names, or all eight in the contract's order. */
export function areasOf(area: CodedArea | undefined, areas: Areas): readonly CodedArea[] {
  return area ? [area] : areas.coded('b');
}

/** Canonical regions: two codes of one grid are one region. */
export function regionsOf(areas: readonly { readonly area: Area }[]): AreaId[] {
  return [...new Set(areas.map(({ area }) => area.id))];
}

/** A load report whose rows are not read yet. */
export function pricedLoadReport(deps: ReportDeps, query: LoadQuery): Priced {
  const { areas, window, format } = query;
  return {
    price: reportPrice({ areas: areas.length, runs: 1, window, format }),
    prepare: (scope) => prepareLoadReport(deps, query, scope),
  };
}

/** Reads the report; the reply writes it. @throws {ServiceError} no_data */
async function prepareLoadReport(deps: ReportDeps, query: LoadQuery, scope: RequestScope): Promise<Prepared> {
  const { queryname, run, areas, window, asOf, format, issued, plan } = query;
  const pause = createPause(scope);
  const parts = await readParts({ ...deps, pause }, run, query);
  const blocks = blocksOf(parts);
  if (blocks.length === 0) {
    const subject = `${query.code ?? 'any area'} ${run}`;
    throw await emptyReport(deps, run, { area: areas[0]!.area, window, asOf }, subject);
  }
  const head = jsonHead(query, countRows(blocks), newestModel(parts));
  const values = new Set(parts.flatMap(({ valueMw, issuedAtMs }) => [valueMw, issuedAtMs]));
  const etag = etagOf(plan.surface, entitlementClass(plan), format, issued ? 1 : 0, JSON.stringify(head), ...values);
  const report = {
    queryname,
    generatedAt: query.receivedAt,
    blocks,
    issued,
    jsonHead: { ...head, generated_at: isoOffset(query.receivedAt) },
  };
  return {
    regions: regionsOf(areas),
    etag,
    reply: () => withHeaders(loadReportReply(format, report, pause), reportHeaders(parts, blocks)),
  };
}

/** One run of each area; two codes of one grid are read once. */
export async function readParts(
  deps: ReportDeps & { pause(): Promise<void> },
  run: ReportRun,
  { areas, window, asOf }: Pick<LoadQuery, 'areas' | 'window' | 'asOf'>,
): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  const read = new Map<AreaId, RunForecast>();
  for (const { area, code } of areas) {
    const series = read.get(area.id) ?? (await readReportSeries(deps, run, { area, window, asOf }));
    read.set(area.id, series);
    parts.push({ area, code, run, ...series });
    await deps.pause();
  }
  return parts;
}

/** The members of the JSON before the rows, without `generated_at`. */
function jsonHead(query: LoadQuery, count: number, model: string | null) {
  return {
    queryname: query.queryname,
    market_run_id: query.run,
    tac_area_name: query.code,
    startdatetime: isoOffset(query.startdatetime.instant),
    enddatetime: isoOffset(query.enddatetime.instant),
    version: 1,
    count,
    model,
  };
}

/** The model of the newest vintage in an answer; null for actual load. */
function newestModel(runs: readonly RunForecast[]): string | null {
  const newest = runs
    .flatMap((run) => run.newest ?? [])
    .reduce<RunForecast['newest']>((best, next) => (best && best.issuedAt >= next.issuedAt ? best : next), undefined);
  return newest ? modelText(newest.model) : null;
}
