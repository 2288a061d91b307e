import { type Horizon, type MarketRun, type ReportDeps, requireEntitlement } from '@loadcast/core';
import {
  type AuthedRequest,
  type Prepared,
  peekQuery,
  type ReportFormat,
  type Route,
  readQuery,
  reportWindow,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import { accuracyReport } from './accuracy-report.js';
import { areasReport } from './areas-report.js';
import { areasOf, type LoadQuery, loadReport, regionsOf } from './load-report.js';
import {
  accuracyQuery,
  actualQuery,
  areasQuery,
  forecastQuery,
  type Queryname,
  readQueryname,
} from './report-query.js';

/** The horizon that a plan must include for each run. */
const RUN_HORIZONS: Readonly<Record<MarketRun, Horizon>> = { DAM: '1d', '2DA': '2d', '7DA': '7d', '15DA': '15d' };

/** Surface B: one endpoint, four reports. */
export function createSurfaceB(deps: ReportDeps): Surface {
  return {
    id: 'b',
    route: (request) => reportRoute(deps, request),
    dialect: ({ query }) => (peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml'),
  };
}

/** The route of B's one path. TAC_AREAS, and nothing that merely resembles it, needs no key. Never throws. */
export function reportRoute(deps: ReportDeps, request: SurfaceRequest): Route | undefined {
  if (request.path !== '') return undefined;
  if (namesAreas(request.query)) return { access: 'public', prepare: prepareAreas };
  return { access: 'key', prepare: (authed) => prepareKeyed(deps, authed) };
}

function namesAreas(query: string): boolean {
  try {
    return readQueryname(query) === 'TAC_AREAS';
  } catch {
    return false;
  }
}

function prepareAreas({ query, receivedAt }: SurfaceRequest): Prepared {
  const { resultformat } = readQuery(areasQuery, query);
  return { regions: [], reply: () => areasReport(resultformat, receivedAt) };
}

const PREPARERS: Readonly<Record<Queryname, (deps: ReportDeps, request: AuthedRequest) => Prepared>> = {
  SLD_FCST: prepareForecast,
  SLD_ACTUAL: prepareActual,
  SLD_FCST_ACCURACY: prepareAccuracy,
  TAC_AREAS: (_, request) => prepareAreas(request),
};

function prepareKeyed(deps: ReportDeps, request: AuthedRequest): Prepared {
  return PREPARERS[readQueryname(request.query)](deps, request);
}

function prepareForecast(deps: ReportDeps, request: AuthedRequest): Prepared {
  const { receivedAt, principal } = request;
  const read = readQuery(forecastQuery, request.query);
  const areas = areasOf(read.tac_area_name);
  const window = reportWindow(
    read.startdatetime,
    read.enddatetime,
    areas.map(({ area }) => area),
  );
  requireEntitlement(principal.plan, { horizon: RUN_HORIZONS[read.market_run_id] }, receivedAt);
  const query: LoadQuery = {
    queryname: 'SLD_FCST',
    run: read.market_run_id,
    area: read.tac_area_name,
    startdatetime: read.startdatetime,
    enddatetime: read.enddatetime,
    window,
    format: read.resultformat,
    asOf: Math.min(read.as_of?.instant ?? receivedAt, receivedAt),
    receivedAt,
  };
  return { regions: regionsOf(areas), reply: () => loadReport(deps, query) };
}

function prepareActual(deps: ReportDeps, request: AuthedRequest): Prepared {
  const { receivedAt, principal } = request;
  const read = readQuery(actualQuery, request.query);
  const areas = areasOf(read.tac_area_name);
  const window = reportWindow(
    read.startdatetime,
    read.enddatetime,
    areas.map(({ area }) => area),
  );
  requireEntitlement(principal.plan, { historyFrom: window.start }, receivedAt);
  const query: LoadQuery = {
    queryname: 'SLD_ACTUAL',
    run: 'ACTUAL',
    area: read.tac_area_name,
    startdatetime: read.startdatetime,
    enddatetime: read.enddatetime,
    window,
    format: read.resultformat,
    asOf: receivedAt,
    receivedAt,
  };
  return { regions: regionsOf(areas), reply: () => loadReport(deps, query) };
}

function prepareAccuracy(deps: ReportDeps, request: AuthedRequest): Prepared {
  const { market_run_id: run, tac_area_name: area, resultformat } = readQuery(accuracyQuery, request.query);
  const query = { run, area, format: resultformat satisfies ReportFormat, receivedAt: request.receivedAt };
  return { regions: regionsOf(areasOf(area)), reply: () => accuracyReport(deps, query) };
}
