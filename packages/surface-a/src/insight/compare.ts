import { DAY_MS, HOUR_MS, type RunChoice, ServiceError, type Window } from '@loadcast/core';
import { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from '@loadcast/core/insight';
import { entitlementClass, requireForecastWindow } from '@loadcast/core/quota';
import { ceilToHour } from '@loadcast/core/time';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  createPause,
  isoUtc,
  type Prepared,
  type Priced,
  rangeOf,
  readQuery,
  regionsParameter,
  tablePrice,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import { choiceParameters, refuseTwoChoices } from '../forecast-query.js';
import { newestIssueHeader } from '../tables/newest-issue.js';
import { insightShape } from './insight-shape.js';
import { rowsAnswer } from './rows-answer.js';
import { compareTable } from './tables/compare-table.js';

export const compareQuery = z.object({
  region: regionsParameter(),
  ...choiceParameters,
  ...shapeParameters,
});

type CompareValues = z.output<typeof compareQuery>;
type CompareRouteDeps = Omit<ComparisonDeps, 'pause'>;

/** How long an hour takes to read and compare, in rows of a report as CSV: without a gate each hour may have a run of its own. */
const HOUR_READ = { gate: 8, other: 20 };

/** GET /v1/demand/compare: by default from a day before now to a day after. */
export function prepareCompare(deps: CompareRouteDeps, request: AuthedRequest): Priced {
  const query = readQuery(compareQuery, request.query);
  refuseTwoChoices(query);
  const middle = ceilToHour(asOfInstant(query.as_of, request.receivedAt));
  const defaults = { start: middle - DAY_MS, end: middle + DAY_MS };
  const windows = query.region.map(({ area }) => {
    const { start, end } = rangeOf(query, area, defaults);
    return { start: ceilToHour(start), end: ceilToHour(end) };
  });
  const asked = askedOf(query, windows, request);
  for (const each of asked) requireForecastWindow({ ...each, choice: each.choice ?? { kind: 'newest' } });
  const hours = windows.reduce((sum, { start, end }) => sum + (end - start) / HOUR_MS, 0);
  const read = hours * (query.gate ? HOUR_READ.gate : HOUR_READ.other);
  return {
    price: read + tablePrice(hours, answerFormat(query.format, request)),
    prepare: (scope) => prepareWindows({ ...deps, pause: createPause(scope) }, query, asked, request),
  };
}

/** The query for each area. */
function askedOf(query: CompareValues, windows: readonly Window[], request: AuthedRequest): ComparisonQuery[] {
  const choice: RunChoice | undefined = query.gate ?? query.lead;
  const asOf = asOfInstant(query.as_of, request.receivedAt);
  const common = { asOf, plan: request.principal.plan, now: request.receivedAt, ...(choice && { choice }) };
  return query.region.map(({ area }, index) => ({ ...common, area, window: windows[index]! }));
}

async function prepareWindows(
  deps: ComparisonDeps,
  query: CompareValues,
  asked: readonly ComparisonQuery[],
  request: AuthedRequest,
): Promise<Prepared> {
  const { region: areas } = query;
  const { plan } = request.principal;
  const parts: (Comparison & { readonly area: (typeof areas)[number]['area']; readonly code: string })[] = [];
  for (const [index, { area, code }] of areas.entries()) {
    parts.push({ ...(await readComparison(deps, asked[index]!)), area, code });
  }
  if (!parts.some(hasValue)) throw nothingToCompare(areas.map(({ code }) => code));

  const shape = insightShape(query, request);
  const hasBounds = entitlementClass(plan) === 'bounds';
  const start = Math.min(...asked.map(({ window }) => window.start));
  const end = Math.max(...asked.map(({ window }) => window.end));
  const table = compareTable(parts, { hasBounds, zoneFor: shape.zoneFor });
  return rowsAnswer(
    {
      name: 'compare',
      regions: areas.map(({ area }) => area.id),
      table,
      meta: { start: isoUtc(start), end: isoUtc(end), resolution: '1h' },
      headers: newestIssueHeader(table),
      shape,
      about: isoUtc(start).slice(0, 10),
    },
    request,
  );
}

function hasValue({ actualMw, operatorMw, forecast }: Comparison): boolean {
  return [actualMw, operatorMw, forecast.valueMw].some((values) => values.some((value) => !Number.isNaN(value)));
}

function nothingToCompare(codes: readonly string[]): Error {
  const message = `No data for ${codes.join(', ')}: neither load nor a forecast of these hours was known`;
  return new ServiceError('no_data', message, { reason: 'not_covered' });
}
