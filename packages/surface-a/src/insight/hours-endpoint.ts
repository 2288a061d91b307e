import type { ActualsStore, Area, EpochMs, Window } from '@loadcast/core';
import { ceilToHour } from '@loadcast/core/time';
import { asOfInstant, isoUtc, regionsParameter, type TableColumn, tableOf, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { readParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { rangeParameters } from '../parameters/day-or-instant.js';
import { insightShape } from './insight-shape.js';
import { lastDaySight, lastDayWindows } from './last-day.js';
import { rowsAnswer } from './rows-answer.js';
import { columnsFrom } from './tables/columns-from.js';

export interface HoursDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/** An endpoint that lists hours of load, of some regions and by default of the last 24 hours. */
interface HoursEndpoint<Hour extends { readonly start: EpochMs }> {
  readonly path: string;
  readonly name: string;
  /** Name of the answer: in its tag, and in the name of a downloaded file. */
  readonly about: string;
  readonly title: string;
  readonly notes: readonly string[];
  readonly examples: readonly string[];
  readonly longestDays?: number;
  /** Fields of a row after its time and region. */
  readonly fields: z.ZodRawShape;
  find(deps: HoursDeps, area: Area, window: Window, asOf: EpochMs): Promise<readonly Hour[]>;
  columns(make: ReturnType<typeof columnsFrom<Hour>>): readonly TableColumn[];
}

export function hoursEndpoint<Hour extends { readonly start: EpochMs }>({
  about,
  longestDays,
  fields: own,
  find,
  columns,
  ...described
}: HoursEndpoint<Hour>) {
  return readEndpoint({
    ...described,
    query: z.object({
      region: regionsParameter(),
      ...rangeParameters,
      ...readParameters,
    }),
    answers: tableAnswers(rowsOf({ ...fields.hourColumns, ...own }, { start: utcText(), end: utcText() })),
    shows: lastDaySight(longestDays),
    async prepare(deps: HoursDeps, query, request) {
      const asOf = asOfInstant(query.as_of, request.receivedAt);
      const windows = lastDayWindows(query, asOf, longestDays);
      const rows: (Hour & { readonly area: Area; readonly code: string })[] = [];
      for (const [index, { area, code }] of query.region.entries()) {
        const window = { start: ceilToHour(windows[index]!.start), end: ceilToHour(windows[index]!.end) };
        for (const hour of await find(deps, area, window, asOf)) rows.push({ ...hour, area, code });
      }
      const shape = insightShape(query, request);
      const make = columnsFrom(rows, ({ area }) => shape.zoneFor(area));
      const table = tableOf(rows.length, [
        make.instant('time_utc', ({ start }) => start),
        make.wall('time_local', ({ start }) => start),
        make.text('region', ({ code }) => code),
        ...columns(make),
      ]);
      const start = isoUtc(Math.min(...windows.map((window) => window.start)));
      const end = isoUtc(Math.max(...windows.map((window) => window.end)));
      const regions = query.region.map(({ area }) => area.id);
      return rowsAnswer(
        { name: about, regions, table, meta: { start, end }, shape, about: start.slice(0, 10) },
        request,
      );
    },
  });
}
