import { type LatestDeps, type LatestView, readLatest } from '@loadcast/core';
import { entitlementClass } from '@loadcast/core/quota';
import {
  areaParameter,
  asOfInstant,
  ISSUE_HEADERS,
  isoUtc,
  issueHeader,
  json,
  megawatts,
  newestSight,
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
import { timeColumns, wallClockText } from './parameters/wall-clock.js';

const latestQuery = z.object({
  region: areaParameter('a'),
  ...readParameters,
});

/** The answer to the documented parameters alone. */
export const latestAnswer = z.strictObject(
  success(
    z.strictObject({
      region: fields.region,
      actual: z.strictObject({ timestamp: utcText(), value_mw: megawatts() }).describe('The newest measured hour.'),
      forecast: z
        .strictObject({ timestamp: utcText(), value_mw: megawatts(), issued_at: utcText() })
        .describe('The next full hour.'),
    }),
  ),
);

const { actual, forecast } = latestAnswer.shape.data.shape;
const clockedLatest = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({
    region: fields.region,
    actual: fields.withClock(actual),
    forecast: fields.withClock(forecast),
  }),
});
const latestColumns = {
  ...fields.hourColumns,
  value_mw: megawatts('Forecast of the next full hour, MW.').optional(),
  actual_mw: megawatts('Load of the newest measured hour, MW.').optional(),
  issued_at: utcText().describe('Issue time of the forecast.').optional(),
};
const latestAnswers = z.union([
  latestAnswer,
  clockedLatest,
  columnsOf(latestColumns, z.strictObject({ region: fields.region })),
]);

export const latestEndpoint = readEndpoint({
  path: '/demand/latest',
  name: 'getLatest',
  title: 'The newest measured hour of a region, and the forecast of the next',
  query: latestQuery,
  answers: tableAnswers(latestAnswers),
  headers: ISSUE_HEADERS,
  examples: ['region=MISO', 'region=MISO&tz=local', 'region=MISO&format=ndjson', 'region=MISO&tz=local&format=columns'],
  shows: newestSight,
  async prepare(deps: LatestDeps, query, request) {
    const { region, as_of } = query;
    const { receivedAt, principal } = request;
    const asOf = asOfInstant(as_of, receivedAt);
    const view = await readLatest(deps, region.area, asOf);
    const { actual, forecast } = view;
    const { format, zone } = shapeOf(query, request, region.area);

    const values = [actual.start, actual.valueMw, forecast.start, forecast.valueMw, forecast.issuedAt];
    const etag = etagOf('a latest', region.code, ...values, entitlementClass(principal.plan), format, zone ?? '');
    const data = {
      region: region.code,
      actual: hourJson(actual, zone),
      forecast: { ...hourJson(forecast, zone), issued_at: isoUtc(forecast.issuedAt) },
    };
    const issued = issueHeader(forecast.issuedAt);
    return {
      regions: [region.area.id],
      etag,
      reply: () =>
        format === 'json'
          ? json(200, { status: 'success', data }, issued)
          : tableAnswerReply(
              format,
              {
                table: latestTable(view, region.code, zone),
                meta: { region: region.code },
                fileName: `latest_${region.code}`,
                headers: issued,
              },
              request,
            ),
    };
  },
});

function hourJson({ start, valueMw }: Pick<LatestView['forecast'], 'start' | 'valueMw'>, zone: string | undefined) {
  const clock = zone === undefined ? {} : { time_local: wallClockText(zone, start) };
  return { timestamp: isoUtc(start), ...clock, value_mw: roundMw(valueMw) };
}

/** Two rows: the newest measured hour, with `actual_mw`, and the forecast of the next one, with `value_mw`. */
function latestTable({ actual, forecast }: LatestView, region: string, zone: string | undefined): Table {
  return tableOf(2, [
    ...timeColumns([actual.start, forecast.start], zone),
    { name: 'region', kind: 'text', values: [region, region] },
    { name: 'value_mw', kind: 'number', values: [Number.NaN, forecast.valueMw] },
    { name: 'actual_mw', kind: 'number', values: [actual.valueMw, Number.NaN] },
    { name: 'issued_at', kind: 'instant', values: [Number.NaN, forecast.issuedAt] },
  ]);
}
