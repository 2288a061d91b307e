import { addDays, DAY_MS, localDay, type RunChoice, type VintageStore } from '@loadcast/core';
import { type PeakDay, type PeakDeps, readPeaks } from '@loadcast/core/insight';
import { entitlementClass, requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  createPause,
  dayOrInstantParameter,
  gateParameter,
  instantParameter,
  type Prepared,
  type Priced,
  rangeOf,
  readQuery,
  regionsParameter,
  tablePrice,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../../answer-shape.js';
import { newestIssueHeader } from '../../tables/newest-issue.js';
import { insightShape } from '../insight-shape.js';
import { rowsAnswer } from '../rows-answer.js';
import { type PeakRow, peaksTable } from '../tables/peaks-table.js';

export const peaksQuery = z.object({
  region: regionsParameter(),
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  gate: gateParameter().optional(),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

type PeaksDeps = Omit<PeakDeps, 'pause'> & { readonly vintages: Pick<VintageStore, 'newest' | 'headers'> };

const LONGEST_DAYS = 366;
/** Days from today on that are answered by default. */
const DAYS_AHEAD = 7;
/** How long the odds of a day take, in rows of a report as CSV. */
const DAY_READ = 1_500;

/** GET /v1/demand/peaks: what the highest hour of each operating day may be, by default of today and the six days after. */
export function preparePeaks(deps: PeaksDeps, request: AuthedRequest): Priced {
  const query = readQuery(peaksQuery, request.query);
  const { receivedAt: now, principal } = request;
  const asOf = asOfInstant(query.as_of, now);
  const asked = query.region.map(({ area, code }) => {
    const today = localDay(area.marketTimezone, asOf);
    const window = rangeOf(query, area, { start: asOf, end: asOf + (DAYS_AHEAD - 1) * DAY_MS + 1 }, LONGEST_DAYS);
    if (window.start < now - DAY_MS) requireEntitlement(principal.plan, { historyFrom: window.start }, now);
    const first = query.start ? localDay(area.marketTimezone, window.start) : today;
    const last = localDay(area.marketTimezone, window.end - 1);
    return { area, code, days: daysOf(first, last) };
  });
  const days = asked.reduce((sum, each) => sum + each.days.length, 0);
  return {
    price: days * DAY_READ + tablePrice(days, answerFormat(query.format, request)),
    prepare: (scope) => prepareDays({ ...deps, pause: createPause(scope) }, query, asked, request),
  };
}

function daysOf(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

async function prepareDays(
  deps: PeakDeps,
  query: z.output<typeof peaksQuery>,
  asked: readonly (Pick<PeakRow, 'area' | 'code'> & { readonly days: readonly string[] })[],
  request: AuthedRequest,
): Promise<Prepared> {
  const asOf = asOfInstant(query.as_of, request.receivedAt);
  const gate = query.gate as Extract<RunChoice, { kind: 'gate' }> | undefined;
  const rows: PeakRow[] = [];
  for (const { area, code, days } of asked) {
    const found: readonly PeakDay[] = await readPeaks(deps, { area, days, asOf, ...(gate && { gate }) });
    rows.push(...found.map((peak) => ({ ...peak, area, code })));
  }
  const shape = insightShape(query, request);
  const hasOdds = entitlementClass(request.principal.plan) === 'bounds';
  const first = asked.map(({ days }) => days[0]!).toSorted()[0]!;
  const last = asked
    .map(({ days }) => days.at(-1)!)
    .toSorted()
    .at(-1)!;
  const table = peaksTable(rows, { hasOdds, zoneFor: shape.zoneFor });
  return rowsAnswer(
    {
      name: 'peaks',
      regions: asked.map(({ area }) => area.id),
      table,
      meta: { start: first, end: last },
      headers: newestIssueHeader(table),
      // Of days to come it is now: the odds change with the run and the load, which are in other columns.
      untagged: ['odds_at'],
      shape,
      about: first,
    },
    request,
  );
}
