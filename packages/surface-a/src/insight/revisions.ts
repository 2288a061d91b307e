import type { ActualsStore } from '@loadcast/core';
import { revisionsOf } from '@loadcast/core/insight';
import { ceilToHour } from '@loadcast/core/time';
import {
  asOfInstant,
  endpoint,
  instantParameter,
  isoUtc,
  megawatts,
  regionsParameter,
  tableOf,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { READ_ERRORS, rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { dayOrInstantParameter } from '../parameters/day-or-instant.js';
import { insightShape } from './insight-shape.js';
import { lastDaySight, lastDayWindows } from './last-day.js';
import { rowsAnswer } from './rows-answer.js';
import { wallColumn } from './tables/wall-column.js';

const revisionsQuery = z.object({
  region: regionsParameter(),
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

const revisionsAnswer = rowsOf(
  {
    time_utc: utcText().describe('Start of the hour.'),
    time_local: fields.timeLocal.optional(),
    region: fields.region,
    old_mw: megawatts('Load as it was known before, MW.'),
    new_mw: megawatts('Load as restated, MW.'),
    change_mw: megawatts('New minus old value, MW.'),
    known_at: utcText().describe('When the new value became known.'),
  },
  { start: utcText(), end: utcText() },
);

/** GET /v1/demand/revisions: what the source restated of the hours of a range. */
export const revisionsEndpoint = endpoint({
  path: '/demand/revisions',
  name: 'listRevisions',
  title: 'Restatements of measured load by the source',
  notes: [
    'One row per restatement in the range: the old value, the new one, and when it became known. Republished equal values do not count. By default the range is the last 24 hours.',
  ],
  access: 'key',
  conditional: true,
  errors: READ_ERRORS,
  query: revisionsQuery,
  answers: tableAnswers(revisionsAnswer),
  examples: ['region=PJM&start=2026-11-19&end=2026-11-21&tz=market', 'region=all', 'region=PJM&format=columns'],
  shows: lastDaySight,
  async prepare({ actuals }: { readonly actuals: Pick<ActualsStore, 'read'> }, query, request) {
    const asOf = asOfInstant(query.as_of, request.receivedAt);
    const windows = lastDayWindows(query, asOf);
    const rows = [];
    for (const [index, { area, code }] of query.region.entries()) {
      const { start, end } = windows[index]!;
      const load = await actuals.read({ series: area.series, measure: 'demand' });
      const found = revisionsOf(load, { start: ceilToHour(start), end: ceilToHour(end) }, asOf);
      rows.push(...found.map((revision) => ({ ...revision, area, code, at: revision.start })));
    }

    const shape = insightShape(query, request);
    const start = Math.min(...windows.map((window) => window.start));
    const number = (name: string, values: readonly number[]) => ({ name, kind: 'number', values }) as const;
    const table = tableOf(rows.length, [
      { name: 'time_utc', kind: 'instant', values: rows.map(({ at }) => at) },
      wallColumn('time_local', rows, shape.zoneFor),
      { name: 'region', kind: 'text', values: rows.map(({ code }) => code) },
      number(
        'old_mw',
        rows.map(({ oldMw }) => oldMw),
      ),
      number(
        'new_mw',
        rows.map(({ newMw }) => newMw),
      ),
      number(
        'change_mw',
        rows.map(({ oldMw, newMw }) => newMw - oldMw),
      ),
      { name: 'known_at', kind: 'instant', values: rows.map(({ knownAt }) => knownAt) },
    ]);
    const ends = { start: isoUtc(start), end: isoUtc(Math.max(...windows.map(({ end }) => end))) };
    const regions = query.region.map(({ area }) => area.id);
    return rowsAnswer(
      { name: 'revisions', regions, table, meta: ends, shape, about: ends.start.slice(0, 10) },
      request,
    );
  },
});
