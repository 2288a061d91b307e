import {
  type ActualsStore,
  DAY_MS,
  type EpochMs,
  type HistoryView,
  HOUR_MS,
  readHistory,
  type Window,
} from '@loadcast/core';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  areaParameter,
  asOfInstant,
  count,
  fileStamp,
  isoUtc,
  JSON_TYPE,
  megawatts,
  offsetText,
  type Prepared,
  roundMw,
  type Table,
  tableAnswerReply,
  tableOf,
  utcText,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { readParameters, shapeOf } from './answer-shape.js';
import * as fields from './answers/answer-fields.js';
import { columnsOf, success, tableAnswers } from './answers/answer-forms.js';
import { readEndpoint } from './answers/read-endpoint.js';
import type { Bodies } from './json/bodies.js';
import { timeMembers } from './json/forecast-json.js';
import { rangeOf, rangeParameters } from './parameters/day-or-instant.js';
import { timeColumns } from './parameters/wall-clock.js';
import { tablePrice } from './tables/table-price.js';

const historyQuery = z.object({
  region: areaParameter('a'),
  ...rangeParameters,
  ...readParameters,
});

type HistoryValues = z.output<typeof historyQuery>;

interface HistoryRouteDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly bodies: Bodies;
}

/** The answer to the documented parameters alone. */
export const historyAnswer = z.strictObject({
  ...success(
    z.array(z.strictObject({ timestamp: offsetText().describe('Start of the hour.'), value_mw: megawatts() })),
  ),
  meta: z.strictObject({
    region: fields.region,
    start: utcText(),
    end: utcText(),
    resolution: z.literal('1h'),
    count: count('Rows in data.'),
    missing: count('Past hours of the range without a plausible value; they are not in data.'),
    generated_at: fields.generatedAt,
  }),
});

const clockedHistory = z.strictObject({
  ...historyAnswer.shape,
  data: z.array(fields.withClock(historyAnswer.shape.data.element)),
});

const historyAnswers = z.union([
  historyAnswer,
  clockedHistory,
  columnsOf({ ...fields.hourColumns, value_mw: megawatts() }, historyAnswer.shape.meta),
]);

export const historyEndpoint = readEndpoint({
  path: '/demand/history',
  name: 'getHistory',
  title: 'Measured load of a region',
  notes: ['An hour without a plausible value is left out, never null or zero, and counted in `missing`.'],
  query: historyQuery,
  answers: tableAnswers(historyAnswers),
  examples: [
    'region=PJM',
    'region=PJM&start=2026-11-20T10:00:00Z&end=2026-11-20T16:00:00Z',
    'region=PJM&tz=local',
    'region=PJM&tz=local&format=columns',
    'region=PJM&start=2026-11-20&end=2026-11-20&tz=market&format=csv',
  ],
  shows(query, { receivedAt }) {
    const { asOf, window } = hoursAsked(query, receivedAt);
    return { asOf, from: window.start };
  },
  prepare(deps: HistoryRouteDeps, query, request) {
    const { asOf, window } = hoursAsked(query, request.receivedAt);
    return {
      price: tablePrice((window.end - window.start) / HOUR_MS, answerFormat(query.format, request)),
      prepare: () => readWindow(deps, { ...query, asOf, window }, request),
    };
  },
});

function hoursAsked({ region, start, end, as_of }: HistoryValues, receivedAt: EpochMs) {
  const asOf = asOfInstant(as_of, receivedAt);
  return { asOf, window: rangeOf({ start, end }, region.area, { start: asOf - DAY_MS, end: asOf }) };
}

async function readWindow(
  deps: HistoryRouteDeps,
  query: HistoryValues & { readonly asOf: EpochMs; readonly window: Window },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region, start, end, asOf, window } = query;
  const now = request.receivedAt;
  const { area, code } = region;
  const view = await readHistory(deps, { area, window, asOf });

  const { format, zone } = shapeOf(query, request, area);
  const range = [start ? window.start : null, end ? window.end : null];
  const values = [view.hours.start, view.hours.valuesMw, view.missing];
  const shape = [entitlementClass(request.principal.plan), format, zone ?? ''];
  const etag = etagOf('a history', code, ...range, ...values, ...shape);
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

/** The hours that have a value. */
function knownHours({ hours: { start, stepMs, valuesMw } }: HistoryView) {
  const known = [...valuesMw.keys()].filter((hour) => !Number.isNaN(valuesMw[hour]));
  return known.map((hour) => ({ start: start + hour * stepMs, valueMw: valuesMw[hour]! }));
}

/** The hours that have a value, each as JSON. */
function historyRows(view: HistoryView, zone: string | undefined): string[] {
  return knownHours(view).map(({ start, valueMw }) => `{${timeMembers(start, zone)},"value_mw":${roundMw(valueMw)}}`);
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

function historyTable(view: HistoryView, region: string, zone: string | undefined): Table {
  const known = knownHours(view);
  const starts = known.map(({ start }) => start);
  return tableOf(known.length, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: known.map(() => region) },
    { name: 'value_mw', kind: 'number', values: known.map(({ valueMw }) => valueMw) },
  ]);
}
