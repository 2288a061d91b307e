import assert from 'node:assert/strict';
import { demandAnswer, historicalAnswer, tacAreasAnswer } from '@loadcast/surface-c';
import * as z from 'zod';
import { type Check, check } from '../check.js';
import { askData, askJson, data, readCsv, readXml, requireData, TYPES } from '../documents.js';
import { askFailure } from '../failures.js';
import { PACIFIC, UTILITY_RUNS as RUNS, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, HOUR_MS } from '../known/market-time.js';
import {
  type Cells,
  cellsOfJson,
  cellsOfXml,
  compact,
  compactAt,
  type Format,
  hourOf,
  instantOfStamp,
  type LoadHour,
  range,
  UTILITY_COLUMNS,
  yesterday,
} from '../load-reports.js';
import type { Service } from '../service.js';

const stamp = z.string().regex(/^\d{8}T\d\d:00[+-]\d{4}$/);

/** The answer to a call without `issued`. */
const demandSchema = demandAnswer.extend({
  forecast: z.array(demandAnswer.shape.forecast.element.omit({ issued_at: true })),
});

interface Report {
  readonly format: Format;
  readonly area: string;
  readonly run?: string;
}

async function readDemand(service: Service, query: string, { format, area, run = 'DAM' }: Report): Promise<LoadHour[]> {
  const { text } = await askData(service, `/forecast/v1/demand?${query}&resultformat=${format}`, TYPES[format]);
  const rows = { '5': cellsOfReport, '6': cellsOfCsv, '7': cellsOfAnswer }[format](text, area, run);
  const hours = rows.map((row) => ({ ...hourOf(row), area }));
  hours.forEach(({ start, mw, lowerMw = mw, upperMw = mw }, i) => {
    if (i > 0) assert.equal(start, hours[i - 1]!.start + HOUR_MS);
    assert.ok(lowerMw <= mw && mw <= upperMw);
  });
  return hours;
}

function cellsOfCsv(text: string, area: string, run: string): Cells[] {
  const rows = readCsv(text, UTILITY_COLUMNS);
  for (const row of rows) {
    assert.deepEqual([row['TAC_AREA'], row['MARKET_RUN_ID'], row['UNITS']], [area, run, 'MW']);
    assert.equal(instantOfStamp(row['INTERVAL_END']!), instantOfStamp(stamp.parse(row['INTERVAL_START'])) + HOUR_MS);
  }
  return rows;
}

function cellsOfAnswer(text: string, area: string, run: string): Cells[] {
  const { meta, forecast } = demandSchema.parse(JSON.parse(text));
  assert.deepEqual([meta.tac_area, meta.market_run_id], [area, run]);
  for (const row of forecast) stamp.parse(row.interval_start);
  return forecast.map(cellsOfJson);
}

function cellsOfReport(text: string, area: string, run: string): Cells[] {
  const xml = readXml(text);
  assert.deepEqual(new Set(data(xml, 'RESOURCE_NAME')), new Set([area]));
  assert.deepEqual(new Set(xml.texts('REPORT_HEADER/MKT_TYPE')), new Set([run]));
  assert.deepEqual(new Set(xml.texts('REPORT_HEADER/TZ')), new Set(['PPT']));
  return cellsOfXml(xml, PACIFIC);
}

const demandChecks: readonly Check[] = UTILITIES.flatMap(({ code: area }) =>
  RUNS.map((run) =>
    check(
      `/forecast/v1/demand tac_area=${area} market_run_id=${run}: the same numbers in XML, CSV and JSON`,
      async (service) => {
        const query = `tac_area=${area}&market_run_id=${run}&${range(yesterday(service))}`;
        const csv = await readDemand(service, query, { format: '6', area, run });
        assert.ok(csv.length >= 1);
        for (const format of ['5', '7'] as const)
          assert.deepEqual(await readDemand(service, query, { format, area, run }), csv);
      },
    ),
  ),
);

/** Utilities and territories in the order of surface C's table. */
const NAMES = [
  ['Pacific Gas and Electric', 'Northern & Central California'],
  ['Southern California Edison', 'Central & Southern California'],
  ['San Diego Gas & Electric', 'San Diego region'],
  ['Valley Electric Association', 'Eastern California / Nevada border'],
];

const otherChecks: readonly Check[] = [
  check('/forecast/v1/demand is XML of DAM by default, with bounds', async (service) => {
    const path = `/forecast/v1/demand?tac_area=PGE&${range(yesterday(service))}`;
    const { text } = await askData(service, path, 'application/xml');
    const hours = cellsOfReport(text, 'PGE', 'DAM').map(hourOf);
    assert.ok(hours.every(({ lowerMw, upperMw }) => lowerMw !== undefined && upperMw !== undefined));
  }),
  check('/forecast/v1/demand writes times in the offset of startdatetime and echoes the range', async (service) => {
    const { start, end } = yesterday(service);
    const [from, to] = [compactAt(start, -8), compact(end)];
    const path = `/forecast/v1/demand?tac_area=PGE&startdatetime=${from}&enddatetime=${to}&resultformat=7`;
    const { meta, forecast } = await askJson(service, path, demandSchema);
    assert.deepEqual([meta.startdatetime, meta.enddatetime, forecast[0]!.interval_start], [from, to, from]);
    assert.match(meta.generated_at, /-0800$/);
  }),
  check('/forecast/v1/demand: 31 days are accepted, a minute more is not', async (service) => {
    const { end } = yesterday(service);
    const path = (lengthMs: number) => `/forecast/v1/demand?tac_area=SCE&${range({ start: end - lengthMs, end })}`;
    requireData(await service.ask(path(31 * DAY_MS)), 'application/xml');
    const expected = { code: 'invalid_parameter', format: 'xml', names: '31 days' } as const;
    await askFailure(service, path(31 * DAY_MS + 60_000), expected);
  }),
  check('/forecast/v1/demand version: the first issue, and none beyond the last', async (service) => {
    const query = `tac_area=VEA&${range(yesterday(service))}`;
    await readDemand(service, `${query}&version=1`, { format: '6', area: 'VEA' });
    await askFailure(service, `/forecast/v1/demand?${query}&version=9999`, { code: 'no_data', format: 'xml' });
  }),
  ...(['mape', 'rmse', 'mae', undefined] as const).map((metric) =>
    check(`/forecast/v1/historical metric=${metric ?? '(all)'}`, async (service) => {
      const day = addDays(service.today, -2);
      const path = `/forecast/v1/historical?tac_area=PGE&date=${day}${metric ? `&metric=${metric}` : ''}`;
      const { metrics, meta } = await askJson(service, path, historicalAnswer);
      assert.deepEqual(Object.keys(metrics), metric ? [metric] : ['mape', 'rmse', 'mae']);
      assert.equal(meta.date, day);
    }),
  ),
  check('/forecast/v1/tac-areas lists the four with their utilities, territories and runs', async (service) => {
    const { count, tac_areas } = await askJson(service, '/forecast/v1/tac-areas', tacAreasAnswer);
    assert.equal(count, tac_areas.length);
    assert.deepEqual(
      tac_areas.map((row) => [row.tac_area, row.utility, row.territory, row.timezone, row.market_run_ids]),
      UTILITIES.map(({ code }, i) => [code, ...NAMES[i]!, PACIFIC, RUNS]),
    );
  }),
];

export const CHECKS_C: readonly Check[] = [...demandChecks, ...otherChecks];
