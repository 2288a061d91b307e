import {
  type Area,
  type AreaId,
  type CodedArea,
  codedAreas,
  emptyReport,
  findArea,
  MARKET_RUNS,
  type ReportDeps,
  type ReportRun,
  readReportSeries,
  ServiceError,
  type Window,
} from '@loadcast/core';
import {
  ALL_RUNS,
  type AuthedRequest,
  blocksOf,
  instantParameter,
  nextTurn,
  OASIS_ZONE,
  oneOf,
  type Prepared,
  type ReportBlock,
  type RunPart,
  readQuery,
  reportWindow,
  type Surface,
} from '@loadcast/formats';
import { etagOf, oasisReply } from '@loadcast/formats/node';
import * as z from 'zod';

/** The runs of SLD_FCST in an OASIS file, which lists them by name. */
const RUNS: readonly ReportRun[] = [...MARKET_RUNS, 'ACTUAL' as const].sort();

/** Runs that a query may name. RTM has 5- and 15-minute intervals in OASIS, which are not forecast: it selects nothing. */
const KNOWN_RUNS: readonly ReportRun[] = [...RUNS, 'RTM'];

const singleZipQuery = z.object({
  version: z.enum(['1'], { error: '1' }),
  startdatetime: instantParameter('compact'),
  enddatetime: instantParameter('compact'),
  market_run_id: oneOf(KNOWN_RUNS).optional(),
  tac_area_name: z.string().optional(),
  resultformat: z.enum(['5', '6'], { error: '5 (XML) or 6 (CSV)' }).default('5'),
});

type SingleZipQuery = z.output<typeof singleZipQuery>;

/** `GET /oasisapi/SingleZip`, as existing OASIS clients call it. */
export function createSingleZipSurface(deps: ReportDeps): Surface {
  return {
    id: 'b',
    route: ({ path }) =>
      path === '' ? { access: 'key', prepare: (request) => prepareSingleZip(deps, request) } : undefined,
    dialect: () => 'oasis-zip',
  };
}

async function prepareSingleZip(deps: ReportDeps, { query: rawQuery, receivedAt }: AuthedRequest): Promise<Prepared> {
  const { queryname } = readQuery(z.object({ queryname: z.string() }), rawQuery, { anyCase: true });
  if (queryname.trim().toUpperCase() !== 'SLD_FCST') {
    throw new ServiceError('invalid_query', 'queryname: expected SLD_FCST', {
      parameter: 'queryname',
      expected: 'SLD_FCST',
    });
  }
  const query = readQuery(singleZipQuery, rawQuery, { anyCase: true });
  const areas = namedAreas(query.tac_area_name);
  const pacific = codedAreas('oasis')[0]!.area;
  const window = reportWindow(query.startdatetime, query.enddatetime, [pacific]);
  return prepareArchive(deps, query, areas, window, receivedAt);
}

/** A filter, as in OASIS: unknown names select nothing. */
function namedAreas(names: string | undefined): readonly CodedArea[] {
  if (names === undefined || names.trim() === '' || names.trim().toUpperCase() === 'ALL') return codedAreas('oasis');
  const wanted = new Set(names.split(',').flatMap((name) => findArea('oasis', name)?.code ?? []));
  return codedAreas('oasis').filter(({ code }) => wanted.has(code));
}

/** Reads the archive's rows; the reply writes them. Its entity tag is of the rows, not of the time in its file names. @throws {ServiceError} no_data */
async function prepareArchive(
  deps: ReportDeps,
  query: SingleZipQuery,
  areas: readonly CodedArea[],
  window: Window,
  receivedAt: number,
): Promise<Prepared> {
  const { market_run_id: named, resultformat: format } = query;
  const runs = RUNS.filter((run) => named === undefined || run === named);
  const parts: RunPart[] = [];
  for (const run of runs) parts.push(...(await readParts(deps, run, areas, window, receivedAt)));
  const blocks: ReportBlock[] = [];
  for (const part of parts) {
    blocks.push(...blocksOf([part], OASIS_ZONE));
    await nextTurn();
  }
  if (blocks.length === 0) {
    const area: Area = (areas[0] ?? codedAreas('oasis')[0]!).area;
    throw await emptyReport(deps, named ?? 'DAM', { area, window, asOf: receivedAt }, named ?? 'any run');
  }
  const head = {
    format,
    start: query.startdatetime.instant,
    end: query.enddatetime.instant,
    run: named ?? ALL_RUNS,
  };
  const rows = parts.flatMap(({ code, run, valueMw }) => [code, run, valueMw]);
  return {
    regions: [],
    etag: etagOf('b SingleZip', JSON.stringify(head), ...rows),
    reply: () => oasisReply({ ...head, blocks: inOasisOrder(blocks), generatedAt: receivedAt }),
  };
}

/** One run of each area; two codes of one grid are read once. */
async function readParts(
  deps: ReportDeps,
  run: ReportRun,
  areas: readonly CodedArea[],
  window: Window,
  asOf: number,
): Promise<RunPart[]> {
  const parts: RunPart[] = [];
  const read = new Map<AreaId, Awaited<ReturnType<typeof readReportSeries>>>();
  for (const { area, code } of areas) {
    const series =
      read.get(area.id) ?? (await readReportSeries({ ...deps, pause: nextTurn }, run, { area, window, asOf }));
    read.set(area.id, series);
    parts.push({ area, code, run, ...series });
    await nextTurn();
  }
  return parts;
}

/** Operating day, run, area: the order in which OASIS numbers its groups. */
function inOasisOrder(blocks: readonly ReportBlock[]): ReportBlock[] {
  const key = ({ operatingDay, part }: ReportBlock) => `${operatingDay} ${part.run} ${part.code}`;
  const keyed = blocks.map((block) => ({ block, key: key(block) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ block }) => block);
}
