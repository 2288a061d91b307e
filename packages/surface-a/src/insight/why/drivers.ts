import { DAY_MS, type EpochMs, HOUR_MS, type RunChoice, readForecastWindow, type Vintage } from '@loadcast/core';
import { type ForecastWindowQuery, forecastWindowSight } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  count,
  createPause,
  ISSUE_HEADERS,
  isoUtc,
  megawatts,
  modelText,
  type Prepared,
  regionsParameter,
  tableOf,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../../answer-shape.js';
import * as fields from '../../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../../answers/answer-forms.js';
import { readEndpoint } from '../../answers/read-endpoint.js';
import { DRIVER_COLUMNS, driverColumns } from '../../columns/driver-columns.js';
import { choiceParameters, windowsAsked } from '../../forecast-query.js';
import type { ForecastRangeDeps } from '../../forecast-range.js';
import { newestIssueHeader } from '../../tables/newest-issue.js';
import { tablePrice } from '../../tables/table-price.js';
import { insightShape } from '../insight-shape.js';
import { noRows, rowsAnswer } from '../rows-answer.js';
import { columnsFrom } from '../tables/columns-from.js';

const driversQuery = z.object({
  region: regionsParameter(),
  ...choiceParameters,
  ...shapeParameters,
});

type DriversValues = z.output<typeof driversQuery>;
type DriversDeps = Pick<ForecastRangeDeps, 'vintages'> & { readonly pause?: () => Promise<void> };

/** How long an hour takes to read, in rows of a report as CSV. */
const HOUR_READ = 15;
const NEWEST: RunChoice = { kind: 'newest' };

const driverFields = Object.fromEntries(
  Object.entries(DRIVER_COLUMNS).map(([name, { about }]) => [name, megawatts(`${about}, MW.`)]),
);

const driversAnswer = rowsOf(
  {
    ...fields.hourColumns,
    value_mw: megawatts('The forecast, MW: the sum of the parts.'),
    ...driverFields,
    issued_at: utcText().describe('Issue time of the run.'),
    model: fields.model,
  },
  {
    start: utcText(),
    end: utcText(),
    hours_without_drivers: count('Hours whose run was kept without drivers: absent from data.'),
  },
);

/** GET /v1/demand/drivers: the drivers behind the forecast, by default for the next 24 hours. */
export const driversEndpoint = readEndpoint({
  path: '/demand/drivers',
  name: 'getDrivers',
  title: 'Drivers of the forecast',
  notes: [
    'The forecast of each hour split into parts that add up to it, as stored with the run: climatology, holiday, recent load, neighboring grids, operator, weather. Parts are whole steps of half a percent of the mean load; the rounding remainder is in the recent load. The default is the next 24 hours of the newest run; `gate` and `lead` choose runs as on the forecast.',
    'Requires a plan with p10 and p90. Runs stored before drivers were kept have none: `hours_without_drivers` counts their hours.',
  ],
  query: driversQuery,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(driversAnswer),
  examples: ['region=PJM&tz=market', 'region=CAISO,PGE&format=csv', 'region=ERCOT&format=columns'],
  shows: (query, { receivedAt }) => ({ ...forecastWindowSight(hoursAsked(query, receivedAt)), level: 'drivers' }),
  prepare(deps: DriversDeps, query, request) {
    const asked = hoursAsked(query, request.receivedAt);
    const hours = asked.reduce((sum, { window }) => sum + (window.end - window.start) / HOUR_MS, 0);
    return {
      price: hours * HOUR_READ + tablePrice(hours, answerFormat(query.format, request)),
      prepare: (scope) => prepareWindows({ ...deps, pause: createPause(scope) }, query, asked, request),
    };
  },
});

type AreaWindow = ForecastWindowQuery & { readonly code: string };

/** The window of each region, by default the next day. */
function hoursAsked(query: DriversValues, receivedAt: EpochMs): readonly AreaWindow[] {
  const choice = query.gate ?? query.lead ?? NEWEST;
  const windows = windowsAsked(query, receivedAt, (hour) => ({ start: hour, end: hour + DAY_MS }));
  return windows.map((asked) => ({ ...asked, choice }));
}

async function prepareWindows(
  deps: DriversDeps,
  query: DriversValues,
  asked: readonly AreaWindow[],
  request: AuthedRequest,
): Promise<Prepared> {
  const rows: { area: AreaWindow['area']; code: string; at: number; hour: number; run: Vintage }[] = [];
  let without = 0;
  for (const each of asked) {
    const { vintages, start } = await readForecastWindow(deps, each);
    for (const [index, run] of vintages.entries()) {
      const at = start + index * HOUR_MS;
      if (run?.drivers) {
        rows.push({ area: each.area, code: each.code, at, hour: Math.round((at - run.start) / HOUR_MS), run });
      } else if (run) without++;
    }
  }
  if (rows.length === 0) {
    const why =
      without > 0 ? 'the runs of these hours were kept without drivers' : 'no run of these hours was available';
    throw noRows(asked, why);
  }

  const shape = insightShape(query, request);
  const { instant, number, text, wall } = columnsFrom(rows, ({ area }) => shape.zoneFor(area));
  const table = tableOf(rows.length, [
    instant('time_utc', ({ at }) => at),
    wall('time_local', ({ at }) => at),
    text('region', ({ code }) => code),
    number('value_mw', ({ run, hour }) => run.valueMw[hour]),
    ...driverColumns(rows),
    instant('issued_at', ({ run }) => run.issuedAt),
    text('model', ({ run }) => modelText(run.model)),
  ]);
  const start = Math.min(...asked.map(({ window }) => window.start));
  const end = Math.max(...asked.map(({ window }) => window.end));
  return rowsAnswer(
    {
      name: 'drivers',
      regions: asked.map(({ area }) => area.id),
      table,
      meta: { start: isoUtc(start), end: isoUtc(end), hours_without_drivers: without },
      headers: newestIssueHeader(table),
      shape,
      about: isoUtc(start).slice(0, 10),
    },
    request,
  );
}
