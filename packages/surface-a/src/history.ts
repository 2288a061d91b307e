import {
  type ActualsStore,
  type Area,
  DAY_MS,
  type EpochMs,
  type HistoryView,
  isRangeAllowed,
  LONGEST_RANGE_DAYS,
  readHistory,
  ServiceError,
  type Window,
} from '@loadcast/core';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  instantParameter,
  isoOffset,
  isoUtc,
  JSON_TYPE,
  type Prepared,
  readQuery,
  roundMw,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import type { Bodies } from './json/bodies.js';

export const historyQuery = z.object({
  region: areaParameter('a'),
  start: instantParameter('iso').optional(),
  end: instantParameter('iso').optional(),
  as_of: instantParameter('iso').optional(),
});

/** GET /v1/demand/history */
export async function prepareHistory(
  deps: { readonly actuals: Pick<ActualsStore, 'read'>; readonly bodies: Bodies },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region, start, end, as_of } = readQuery(historyQuery, request.query);
  const now = request.receivedAt;
  const asOf = asOfInstant(as_of, now);
  const { area, code } = region;
  const { plan } = request.principal;
  const window = { start: start?.instant ?? asOf - DAY_MS, end: end?.instant ?? asOf };
  requireRange(window, area);
  const view = await readHistory(deps, { area, window, plan, now, asOf });

  const range = [start?.instant ?? null, end?.instant ?? null];
  const values = [view.hours.start, view.hours.valuesMw, view.missing];
  const etag = etagOf('a history', code, ...range, ...values, entitlementClass(plan));
  return {
    regions: [area.id],
    etag,
    reply: () => ({
      status: 200,
      headers: { 'content-type': JSON_TYPE },
      body: deps.bodies.body(etag, () => historyRows(view), historyMeta(view, code, now)),
    }),
  };
}

function requireRange(window: Window, area: Area): void {
  if (window.start >= window.end) {
    const expected = 'a start before the end';
    const message = `start and end: expected ${expected}; got ${isoUtc(window.start)} and ${isoUtc(window.end)}`;
    throw new ServiceError('invalid_parameter', message, { parameter: 'start', expected });
  }
  if (!isRangeAllowed(window, [area.timezone])) {
    const expected = `at most ${LONGEST_RANGE_DAYS} days from start to end`;
    throw new ServiceError('invalid_parameter', `start and end: expected ${expected}`, { parameter: 'end', expected });
  }
}

/** The hours that have a value, each as JSON. */
function historyRows({ hours }: HistoryView): string[] {
  return Array.from(hours.valuesMw.keys())
    .filter((i) => !Number.isNaN(hours.valuesMw[i]))
    .map((i) => {
      const timestamp = isoOffset(hours.start + i * hours.stepMs);
      return `{"timestamp":"${timestamp}","value_mw":${roundMw(hours.valuesMw[i]!)}}`;
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
