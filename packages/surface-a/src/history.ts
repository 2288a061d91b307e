import {
  type ActualsStore,
  DAY_MS,
  type EpochMs,
  type HistoryView,
  HOUR_MS,
  readHistory,
  type Window,
} from '@loadcast/core';
import { entitlementClass, requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  areaParameter,
  asOfInstant,
  dayOrInstantParameter,
  fileStamp,
  instantParameter,
  isoUtc,
  JSON_TYPE,
  type Prepared,
  type Priced,
  rangeOf,
  readQuery,
  roundMw,
  tableAnswerReply,
  tablePrice,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf, shapeParameters } from './answer-shape.js';
import type { Bodies } from './json/bodies.js';
import { timeMembers } from './json/forecast-json.js';
import { historyTable } from './tables/history-table.js';

export const historyQuery = z.object({
  region: areaParameter('a'),
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

interface HistoryRouteDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly bodies: Bodies;
}

/** GET /v1/demand/history. The plan is judged before the answer waits for its turn. @throws {ServiceError} plan_limit */
export function prepareHistory(deps: HistoryRouteDeps, request: AuthedRequest): Priced {
  const query = readQuery(historyQuery, request.query);
  const { region, start, end, as_of } = query;
  const asOf = asOfInstant(as_of, request.receivedAt);
  const window = rangeOf({ start, end }, region.area, { start: asOf - DAY_MS, end: asOf });
  requireEntitlement(request.principal.plan, { historyFrom: window.start }, request.receivedAt);
  return {
    price: tablePrice((window.end - window.start) / HOUR_MS, answerFormat(query.format, request)),
    prepare: () => readWindow(deps, { ...query, asOf, window }, request),
  };
}

async function readWindow(
  deps: HistoryRouteDeps,
  query: z.output<typeof historyQuery> & { readonly asOf: EpochMs; readonly window: Window },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region, start, end, asOf, window } = query;
  const now = request.receivedAt;
  const { area, code } = region;
  const { plan } = request.principal;
  const view = await readHistory(deps, { area, window, plan, now, asOf });

  const { format, zone } = shapeOf(query, request, area);
  const range = [start ? window.start : null, end ? window.end : null];
  const values = [view.hours.start, view.hours.valuesMw, view.missing];
  const etag = etagOf('a history', code, ...range, ...values, entitlementClass(plan), format, zone ?? '');
  return {
    regions: [area.id],
    etag,
    reply: () =>
      format === 'json'
        ? {
            status: 200,
            headers: { 'content-type': JSON_TYPE },
            body: deps.bodies.body(etag, () => historyRows(view, zone), historyMeta(view, code, now)),
          }
        : tableAnswerReply(
            format,
            {
              table: historyTable(view, code, zone),
              meta: historyMeta(view, code, now),
              fileName: `history_${code}_${fileStamp(window.start)}`,
            },
            request,
          ),
  };
}

/** The hours that have a value, each as JSON. */
function historyRows({ hours }: HistoryView, zone: string | undefined): string[] {
  return Array.from(hours.valuesMw.keys())
    .filter((i) => !Number.isNaN(hours.valuesMw[i]))
    .map((i) => {
      const time = timeMembers(hours.start + i * hours.stepMs, zone);
      return `{${time},"value_mw":${roundMw(hours.valuesMw[i]!)}}`;
    });
}

function historyMeta(view: HistoryView, region: string, generatedAt: EpochMs): object {
  return {
    region,
    start: isoUtc(view.window.start),
    end: isoUtc(view.window.end),
    resolution: '1h',
    count: view.count,
    missing: view.missing,
    generated_at: isoUtc(generatedAt),
  };
}
