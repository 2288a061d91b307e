import {
  type Area,
  type Areas,
  type CodedArea,
  type EpochMs,
  emptyReport,
  type ReportDeps,
  type ReportRun,
  ServiceError,
  type Window,
} from '@loadcast/core';
import {
  ALL_RUNS,
  type AuthedRequest,
  asOfInstant,
  blocksOf,
  createPause,
  type EndpointDescription,
  type Inquiry,
  type KeyRoute,
  namesOf,
  OASIS_ZONE,
  oneOf,
  type Prepared,
  REPORT_HEADERS,
  type ReportBlock,
  type RequestScope,
  readQuery,
  reportHeaders,
  reportPrice,
  reportWindow,
  type Surface,
  withHeaders,
} from '@loadcast/formats';
import { etagOf, oasisReply } from '@loadcast/formats/node';
import * as z from 'zod';
import { type ReadPart, readParts, regionsOf } from './reports/load-report.js';
import { RANGE } from './reports/report-query.js';
import { RUNS, singleZipQuery } from './single-zip-query.js';

const singleZipEndpoint = {
  path: '',
  name: 'getOasisArchive',
  title: 'The OASIS SingleZip interface for existing clients: a ZIP with one member',
  notes: [
    'XML unless `resultformat=6`. All runs when `market_run_id` is absent. Areas as OASIS names them: `CA ISO-TAC`, `PGE-TAC`, `SCE-TAC`, `SDGE-TAC`, `VEA-TAC`, and other grids by their code on `/oasis`. Parameter names in any case.',
    'Errors of the query are HTTP 200 with a ZIP that holds a numeric code; 401, 429, 404, 405 and 5xx keep their status and are XML.',
  ],
  access: 'key',
  conditional: true,
  query: z.object({ queryname: oneOf(['SLD_FCST']), ...singleZipQuery.shape }),
  answers: [{ type: 'application/x-zip-compressed', text: 'A ZIP with one XML or CSV member.' }],
  refusesIn200: true,
  headers: { ...REPORT_HEADERS, 'Content-Disposition': 'The name that OASIS gives the archive.' },
  errorTypes: ['application/xml'],
  examples: [`queryname=SLD_FCST&version=1&market_run_id=DAM&tac_area_name=CA+ISO-TAC&${RANGE}`],
} as const satisfies EndpointDescription;

/** A parsed query: the content of the archive. */
interface ArchiveQuery extends z.output<typeof singleZipQuery> {
  readonly areas: readonly CodedArea[];
  /** The area whose clock OASIS keeps. */
  readonly pacific: Area;
  readonly runs: readonly ReportRun[];
  readonly window: Window;
  /** Nothing that became known later is read. */
  readonly asOf: EpochMs;
  readonly receivedAt: EpochMs;
}

/** `GET /oasisapi/SingleZip`, as existing OASIS clients call it. */
export function createSingleZipSurface(deps: ReportDeps): Surface {
  const route: KeyRoute = {
    access: 'key',
    pattern: '',
    isKept: true,
    parameters: namesOf(singleZipEndpoint.query),
    parametersInAnyCase: true,
    read: (request) => readSingleZip(deps, request),
  };
  return {
    id: 'b',
    endpoints: [singleZipEndpoint],
    route: ({ path }) => (path === '' ? route : undefined),
    dialect: () => 'oasis-zip',
    takesBasic: true,
  };
}

function readSingleZip(deps: ReportDeps, request: AuthedRequest): Inquiry {
  const { areas: snapshot, receivedAt } = request;
  const { queryname } = readQuery(z.object({ queryname: z.string() }), request, { anyCase: true });
  if (queryname.trim().toUpperCase() !== 'SLD_FCST') {
    throw new ServiceError('invalid_query', 'queryname: expected SLD_FCST', {
      parameter: 'queryname',
      expected: 'SLD_FCST',
    });
  }
  const query = readQuery(singleZipQuery, request, { anyCase: true });
  const areas = namedAreas(snapshot, query.tac_area_name);
  const pacific = snapshot.coded('oasis')[0]!.area;
  const window = reportWindow(query.startdatetime, query.enddatetime, [pacific]);
  const asOf = asOfInstant(query.as_of, receivedAt);
  const runs = RUNS.filter((run) => query.market_run_id === undefined || run === query.market_run_id);
  return {
    shows: { asOf, from: window.start },
    prepare: () => ({
      price: reportPrice({ areas: areas.length, runs: runs.length, window, format: query.resultformat }),
      prepare: (scope) => prepareArchive(deps, { ...query, areas, pacific, runs, window, asOf, receivedAt }, scope),
    }),
  };
}

/** A filter, as in OASIS: unknown names select nothing. */
function namedAreas(areas: Areas, names: string | undefined): readonly CodedArea[] {
  if (names === undefined || names.trim() === '' || names.trim().toUpperCase() === 'ALL') return areas.coded('oasis');
  const wanted = new Set(names.split(',').flatMap((name) => areas.find('oasis', name)?.code ?? []));
  return areas.coded('oasis').filter(({ code }) => wanted.has(code));
}

/** Reads the archive's rows; the reply writes them. Its entity tag is of the rows, not of the time in its file names. @throws {ServiceError} no_data */
async function prepareArchive(deps: ReportDeps, archive: ArchiveQuery, scope: RequestScope): Promise<Prepared> {
  const {
    market_run_id: named,
    resultformat: format,
    issued,
    areas,
    pacific,
    runs,
    window,
    asOf,
    receivedAt,
  } = archive;
  const pause = createPause(scope);
  const parts: ReadPart[] = [];
  for (const run of runs) parts.push(...(await readParts({ ...deps, pause }, run, archive)));
  const blocks: ReportBlock[] = [];
  for (const part of parts) {
    blocks.push(...blocksOf([part], OASIS_ZONE));
    await pause();
  }
  if (blocks.length === 0) {
    const area: Area = areas[0]?.area ?? pacific;
    throw await emptyReport(deps, named ?? 'DAM', { area, window, asOf }, named ?? 'any run');
  }
  const head = {
    format,
    start: archive.startdatetime.instant,
    end: archive.enddatetime.instant,
    run: named ?? ALL_RUNS,
    issued,
  };
  const rows = parts.flatMap(({ code, run, valueMw, issuedAtMs }) => [code, run, valueMw, issuedAtMs]);
  const headers = reportHeaders(parts, blocks);
  const report = { ...head, blocks: inOasisOrder(blocks), generatedAt: receivedAt };
  return {
    regions: regionsOf(areas),
    etag: etagOf('b SingleZip', JSON.stringify(head), ...rows),
    reply: async () => withHeaders(await oasisReply(report, scope), headers),
  };
}

/** Operating day, run, area: the order in which OASIS numbers its groups. */
function inOasisOrder(blocks: readonly ReportBlock[]): ReportBlock[] {
  const key = ({ operatingDay, part }: ReportBlock) => `${operatingDay} ${part.run} ${part.code}`;
  const keyed = blocks.map((block) => ({ block, key: key(block) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ block }) => block);
}
