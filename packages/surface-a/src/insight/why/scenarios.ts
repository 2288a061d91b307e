import { type Areas, type CodedArea, HORIZON_IDS, HORIZONS, HOUR_MS, ServiceError, type Vintage } from '@loadcast/core';
import { drainedWithPauses, pathsOfRun, runId } from '@loadcast/core/insight';
import {
  type AuthedRequest,
  answerFormat,
  areaParameter,
  asOfInstant,
  count,
  createPause,
  ISSUE_HEADERS,
  integerParameter,
  isoUtc,
  issueHeader,
  megawatts,
  modelText,
  oneOf,
  type Prepared,
  type Table,
  type TableColumn,
  tableOf,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { readParameters } from '../../answer-shape.js';
import * as fields from '../../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../../answers/answer-forms.js';
import { readEndpoint } from '../../answers/read-endpoint.js';
import { timeColumns } from '../../parameters/wall-clock.js';
import { tablePrice } from '../../tables/table-price.js';
import { insightShape } from '../insight-shape.js';
import { noRows, rowsAnswer } from '../rows-answer.js';
import { type RunName, readRunId } from '../run-id.js';
import { availableRun, type NamedRuns, runSight } from '../visible-run.js';

const LIMITS = { min: 1, max: 200, default: 20 };

const scenariosQuery = z.object({
  region: areaParameter('a').optional(),
  run_id: z
    .string()
    .meta({ examples: ['PJM-20261121T125000000Z'] })
    .optional(),
  horizon: oneOf(HORIZON_IDS).optional(),
  n: integerParameter(LIMITS)
    .meta({ examples: ['20'] })
    .optional(),
  ...readParameters,
});

const scenariosAnswer = rowsOf(
  {
    ...fields.hourColumns,
    path: z.int().min(1).max(200).describe('Number of the path. The hours of a path belong together.'),
    value_mw: megawatts('Load of the path, MW.'),
  },
  {
    run_id: z.string().describe('The run of the paths; the same id returns the same paths.'),
    issued_at: utcText(),
    model: fields.model,
    paths: count('Paths in data.'),
  },
);

/** GET /v1/demand/scenarios: joint paths of a run. */
export const scenariosEndpoint = readEndpoint({
  path: '/demand/scenarios',
  name: 'getScenarios',
  title: 'Simulated load paths of a run',
  notes: [
    'Up to 200 equally likely paths of the load. In each hour they spread as the run’s bounds, and the hours of a path are correlated like past errors, so sums, maxima and ramps can be computed over them. The paths are made from the run alone: the same `run_id` gives the same paths, and path 7 is the same for every `n`.',
    'Requires a plan with p10 and p90. The default of `run_id` is the newest run of `region`.',
  ],
  query: scenariosQuery,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(scenariosAnswer),
  examples: [
    'region=PJM&n=3',
    'region=PJM&n=2&tz=market',
    'region=CAISO&n=2&tz=market&format=csv',
    'run_id=PJM-newest&n=2&format=columns',
  ],
  shows: (query, { areas, receivedAt }) => ({
    ...runSight(namedRun(query, areas), asOfInstant(query.as_of, receivedAt)),
    horizon: chosenHorizon(query).id,
    level: 'scenarios',
  }),
  prepare({ vintages }: { readonly vintages: NamedRuns }, query, request) {
    const { hours } = chosenHorizon(query);
    const named = namedRun(query, request.areas);
    const asOf = asOfInstant(query.as_of, request.receivedAt);
    const n = query.n ?? LIMITS.default;
    return {
      price: tablePrice(n * hours, answerFormat(query.format, request)),
      prepare: async (scope) => {
        const run = await availableRun(vintages, named, asOf, 'no such run');
        return answerPaths(query, { run, n, hours, ...named.coded }, request, createPause(scope));
      },
    };
  },
});

const chosenHorizon = ({ horizon }: z.output<typeof scenariosQuery>) =>
  HORIZONS.find(({ id }) => id === horizon) ?? HORIZONS[0];

function namedRun({ region, run_id }: z.output<typeof scenariosQuery>, areas: Areas): RunName {
  if (run_id !== undefined) return readRunId(areas, run_id);
  if (region) return { coded: region, issuedAt: 'newest' };
  throw new ServiceError('missing_parameter', 'region or run_id is required', { parameter: 'region' });
}

interface AskedPaths extends CodedArea {
  readonly run: Vintage;
  readonly n: number;
  readonly hours: number;
}

async function answerPaths(
  query: z.output<typeof scenariosQuery>,
  { run, n, hours: asked, area, code }: AskedPaths,
  request: AuthedRequest,
  pause: () => Promise<void>,
): Promise<Prepared> {
  const steps = pathsOfRun(run, n);
  if (!steps) throw noRows([{ code }], 'the run was stored without the data for its paths');
  const shape = insightShape(query, request);
  const zone = shape.zoneFor(area);
  const hours = Math.min(asked, run.valueMw.length);
  const paths = await drainedWithPauses(steps, pause);
  const { issuedAt, model, start, dependence } = run;
  return rowsAnswer(
    {
      name: 'scenarios',
      regions: [area.id],
      table: await pathsTable(run, paths, { hours, code, zone }, pause),
      meta: { run_id: runId(code, issuedAt), issued_at: isoUtc(issuedAt), model: modelText(model), paths: n },
      headers: issueHeader(issuedAt),
      madeOf: [JSON.stringify([start, hours, zone, dependence]), run.valueMw, run.p10Mw, run.p90Mw],
      shape,
      about: runId(code, issuedAt),
    },
    request,
  );
}

/** A row an hour and path, path by path. */
async function pathsTable(
  { start }: Vintage,
  paths: readonly Float64Array[],
  { hours, code, zone }: { readonly hours: number; readonly code: string; readonly zone: string | undefined },
  pause: () => Promise<void>,
): Promise<Table> {
  const times = timeColumns(
    Array.from({ length: hours }, (_, hour) => start + hour * HOUR_MS),
    zone,
  );
  const rows = paths.length * hours;
  const timeOf = times.flatMap((column) => (column ? [{ column, values: new Float64Array(rows) }] : []));
  const number = new Float64Array(rows);
  const valueMw = new Float64Array(rows);
  for (const [path, load] of paths.entries()) {
    const first = path * hours;
    for (const { column, values } of timeOf) values.set(column.values as ArrayLike<number>, first);
    number.fill(path + 1, first, first + hours);
    for (let hour = 0; hour < hours; hour++) valueMw[first + hour] = Math.round(100 * load[hour]!) / 100;
    await pause();
  }
  return tableOf(rows, [
    ...timeOf.map(({ column, values }) => ({ ...column, values }) as TableColumn),
    { name: 'region', kind: 'text', values: new Array<string>(rows).fill(code) },
    { name: 'path', kind: 'number', values: number },
    { name: 'value_mw', kind: 'number', values: valueMw },
  ]);
}
