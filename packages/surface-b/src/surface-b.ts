import { HORIZONS, type Horizon, type MarketRun, type ReportDeps } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  asOfInstant,
  type Prepared,
  peekQuery,
  type Route,
  readQuery,
  reportWindow,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import { areasOf, prepareLoadReport } from './reports/load-report.js';
import {
  accuracyQuery,
  actualQuery,
  areasQuery,
  forecastQuery,
  type Queryname,
  type RangeQuery,
  readQueryname,
} from './reports/report-query.js';
import { prepareAccuracyReport } from './reports/sld-fcst-accuracy.js';
import { prepareAreasReport } from './reports/tac-areas.js';

/** The horizon that a plan must include for each run. */
const RUN_HORIZONS: ReadonlyMap<MarketRun, Horizon> = new Map(HORIZONS.map(({ run, id }) => [run, id]));

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
  return { access: 'key', prepare: (authed) => PREPARERS[readQueryname(authed.query)](deps, authed) };
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
  return prepareAreasReport(resultformat, receivedAt);
}

type Preparer = (deps: ReportDeps, request: AuthedRequest) => Prepared | Promise<Prepared>;

const PREPARERS: Readonly<Record<Queryname, Preparer>> = {
  SLD_FCST: prepareForecast,
  SLD_ACTUAL: prepareActual,
  SLD_FCST_ACCURACY: prepareAccuracy,
  TAC_AREAS: (_, request) => prepareAreas(request),
};

function prepareForecast(
  deps: ReportDeps,
  { query, receivedAt, principal: { plan } }: AuthedRequest,
): Promise<Prepared> {
  const { market_run_id: run, as_of, ...read } = readQuery(forecastQuery, query);
  const range = rangeOf(read);
  const asOf = asOfInstant(as_of, receivedAt);
  requireEntitlement(plan, { horizon: RUN_HORIZONS.get(run)! }, receivedAt);
  return prepareLoadReport(deps, { ...range, queryname: 'SLD_FCST', run, asOf, receivedAt, plan });
}

function prepareActual(deps: ReportDeps, { query, receivedAt, principal: { plan } }: AuthedRequest): Promise<Prepared> {
  const range = rangeOf(readQuery(actualQuery, query));
  requireEntitlement(plan, { historyFrom: range.startdatetime.instant }, receivedAt);
  return prepareLoadReport(deps, {
    ...range,
    queryname: 'SLD_ACTUAL',
    run: 'ACTUAL',
    asOf: receivedAt,
    receivedAt,
    plan,
  });
}

/** What both load reports read alike. @throws {ServiceError} invalid_parameter */
function rangeOf({ tac_area_name: area, startdatetime, enddatetime, resultformat: format }: RangeQuery) {
  const areas = areasOf(area).map((coded) => coded.area);
  return { area, startdatetime, enddatetime, format, window: reportWindow(startdatetime, enddatetime, areas) };
}

function prepareAccuracy(
  deps: ReportDeps,
  { query, receivedAt, principal: { plan } }: AuthedRequest,
): Promise<Prepared> {
  const { market_run_id: run, tac_area_name: area, resultformat: format } = readQuery(accuracyQuery, query);
  return prepareAccuracyReport(deps, { run, area, format, receivedAt, plan });
}
