import { HORIZON_IDS, HORIZONS, HOUR_MS, ServiceError, type Vintage, type VintageStore } from '@loadcast/core';
import { pathsOfRun, runId } from '@loadcast/core/insight';
import { requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  areaParameter,
  asOfInstant,
  instantParameter,
  integerParameter,
  isoUtc,
  modelText,
  oneOf,
  type Prepared,
  type Priced,
  readQuery,
  type Table,
  tableOf,
  tablePrice,
  timeColumns,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../../answer-shape.js';
import { insightShape } from '../insight-shape.js';
import { rowsAnswer } from '../rows-answer.js';
import { readRunId } from '../run-id.js';

const LIMITS = { min: 1, max: 200, default: 20 };

export const scenariosQuery = z.object({
  region: areaParameter('a').optional(),
  run_id: z
    .string()
    .meta({ examples: ['PJM-20261121T125000000Z'] })
    .optional(),
  horizon: oneOf(HORIZON_IDS).optional(),
  n: integerParameter(LIMITS)
    .meta({ examples: ['20'] })
    .optional(),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

interface ScenariosDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'issued'>;
}

/** GET /v1/demand/scenarios: joint paths of a run. */
export function prepareScenarios(deps: ScenariosDeps, request: AuthedRequest): Priced {
  const query = readQuery(scenariosQuery, request.query);
  const { receivedAt: now, principal } = request;
  const horizon = HORIZONS.find(({ id }) => id === query.horizon) ?? HORIZONS[0];
  requireEntitlement(principal.plan, { distribution: 'scenarios', horizon: horizon.id }, now);
  const named = namedRun(query);
  const asOf = asOfInstant(query.as_of, now);
  const n = query.n ?? LIMITS.default;
  return {
    price: tablePrice(n * horizon.hours, answerFormat(query.format, request)),
    prepare: async () => {
      const run = await availableRun(deps, named, asOf);
      if (named.issuedAt !== 'newest') requireEntitlement(principal.plan, { historyFrom: run.availableAt }, now);
      return scenariosAnswer(query, { run, n, hours: horizon.hours, ...named.coded }, request);
    },
  };
}

function namedRun({ region, run_id }: z.output<typeof scenariosQuery>): ReturnType<typeof readRunId> {
  if (run_id !== undefined) return readRunId(run_id);
  if (region) return { coded: region, issuedAt: 'newest' };
  throw new ServiceError('missing_parameter', 'region or run_id is required', { parameter: 'region' });
}

async function availableRun(
  { vintages }: ScenariosDeps,
  { coded: { area, code }, issuedAt }: ReturnType<typeof readRunId>,
  asOf: number,
): Promise<Vintage> {
  const found = issuedAt === 'newest' ? await vintages.newest(area.id, asOf) : await vintages.issued(area.id, issuedAt);
  if (found && found.availableAt <= asOf) return found;
  throw new ServiceError('no_data', `No data for ${code}: no such run was available at that instant`, {
    reason: 'not_issued',
  });
}

interface AskedPaths {
  readonly run: Vintage;
  readonly n: number;
  readonly hours: number;
  readonly area: ReturnType<typeof readRunId>['coded']['area'];
  readonly code: string;
}

function scenariosAnswer(
  query: z.output<typeof scenariosQuery>,
  { run, n, hours, area, code }: AskedPaths,
  request: AuthedRequest,
): Prepared {
  const paths = pathsOfRun(run, n);
  if (!paths) {
    const why = 'the run was kept without what its paths are made with';
    throw new ServiceError('no_data', `No data for ${code}: ${why}`, { reason: 'not_covered' });
  }
  const shape = insightShape(query, request);
  const { issuedAt, model } = run;
  return rowsAnswer(
    {
      name: 'scenarios',
      regions: [area.id],
      table: pathsTable(run, paths, Math.min(hours, run.valueMw.length), code, shape.zoneFor(area)),
      meta: { run_id: runId(code, issuedAt), issued_at: isoUtc(issuedAt), model: modelText(model), paths: n },
      shape,
      about: runId(code, issuedAt),
    },
    request,
  );
}

/** A row an hour and path, path by path. */
function pathsTable(
  { start }: Vintage,
  paths: readonly Float64Array[],
  hours: number,
  code: string,
  zone: string | undefined,
): Table {
  const rows = paths.flatMap((load, path) =>
    Array.from({ length: hours }, (_, hour) => ({ path, hour, mw: load[hour]! })),
  );
  const starts = rows.map(({ hour }) => start + hour * HOUR_MS);
  return tableOf(rows.length, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: rows.map(() => code) },
    { name: 'path', kind: 'number', values: rows.map(({ path }) => path + 1) },
    { name: 'value_mw', kind: 'number', values: rows.map(({ mw }) => Math.round(100 * mw) / 100) },
  ]);
}
