import {
  type Area,
  type AreaId,
  type CodedArea,
  codedAreas,
  type EpochMs,
  emptyReport,
  type ReportDeps,
  type ReportRun,
  type RunForecast,
  readReportSeries,
  type Window,
} from '@loadcast/core';
import {
  blocksOf,
  countRows,
  isoOffset,
  loadReportReply,
  modelText,
  nextTurn,
  PRIVATE_CACHE,
  type Reply,
  type ReportFormat,
  type WireInstant,
} from '@loadcast/formats';

/** What SLD_FCST and SLD_ACTUAL have in common once their parameters are read. */
export interface LoadQuery {
  readonly queryname: 'SLD_FCST' | 'SLD_ACTUAL';
  readonly run: ReportRun;
  readonly area: CodedArea | undefined;
  readonly startdatetime: WireInstant;
  readonly enddatetime: WireInstant;
  readonly window: Window;
  readonly format: ReportFormat;
  /** Nothing learnt later is read. */
  readonly asOf: EpochMs;
  readonly receivedAt: EpochMs;
}

/** The areas of a query: the one it names, or all eight in the contract's order. */
export function areasOf(area: CodedArea | undefined): readonly CodedArea[] {
  return area ? [area] : codedAreas('b');
}

/** Canonical regions: two codes of one grid are one region. */
export function regionsOf(areas: readonly { readonly area: Area }[]): AreaId[] {
  return [...new Set(areas.map(({ area }) => area.id))];
}

/** Reads the report and writes it. @throws {ServiceError} no_data */
export async function loadReport(deps: ReportDeps, query: LoadQuery): Promise<Reply> {
  const { run, window, asOf } = query;
  const areas = areasOf(query.area);
  const read = new Map<AreaId, RunForecast>();
  for (const { area } of areas) {
    if (read.has(area.id)) continue;
    read.set(area.id, await readReportSeries({ ...deps, pause: nextTurn }, run, { area, window, asOf }));
    await nextTurn();
  }
  const parts = areas.map(({ area, code }) => ({ area, code, run, ...read.get(area.id)! }));
  const blocks = blocksOf(parts);
  if (blocks.length === 0) {
    const subject = `${query.area?.code ?? 'any area'} ${run}`;
    throw await emptyReport(deps, run, { area: areas[0]!.area, window, asOf }, subject);
  }
  const report = {
    queryname: query.queryname,
    generatedAt: query.receivedAt,
    blocks,
    jsonHead: {
      queryname: query.queryname,
      market_run_id: run,
      tac_area_name: query.area?.code ?? null,
      startdatetime: isoOffset(query.startdatetime.instant),
      enddatetime: isoOffset(query.enddatetime.instant),
      version: 1,
      count: countRows(blocks),
      model: newestModel([...read.values()]),
      generated_at: isoOffset(query.receivedAt),
    },
  };
  return loadReportReply(query.format, report, PRIVATE_CACHE);
}

/** The model of the newest vintage in an answer; null for what was measured. */
function newestModel(runs: readonly RunForecast[]): string | null {
  const newest = runs
    .flatMap((run) => run.newest ?? [])
    .reduce<RunForecast['newest']>((best, next) => (best && best.issuedAt >= next.issuedAt ? best : next), undefined);
  return newest ? modelText(newest.model) : null;
}
