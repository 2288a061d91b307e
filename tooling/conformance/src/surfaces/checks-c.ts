import assert from 'node:assert/strict';
import { demandAnswer, historicalAnswer, tacAreasAnswer } from '@loadcast/surface-c';
import * as z from 'zod';
import type { Check } from '../check.js';
import { data, readCsv, readXml, requireData, TYPES } from '../documents.js';
import { askFailure } from '../failures.js';
import { PACIFIC, UTILITY_RUNS as RUNS, UTILITIES } from '../known/areas.data.js';
import { addDays, DAY_MS, dayWindow, HOUR_MS, operatingHour, type Window } from '../known/market-time.js';
import { compact, type Format, range } from '../load-reports.js';
import type { Service } from '../service.js';

const CODES = UTILITIES.map(({ code }) => code);
const COLUMNS = 'INTERVAL_START INTERVAL_END TAC_AREA MARKET_RUN_ID VALUE LOWER_BOUND UPPER_BOUND UNITS'.split(' ');
const stamp = z.string().regex(/^\d{8}T\d\d:00[+-]\d{4}$/);

/** The answer to a call without `issued`. */
const demandSchema = demandAnswer.extend({
  forecast: z.array(demandAnswer.shape.forecast.element.omit({ issued_at: true })),
});

interface IntervalLoad {
  readonly start: number;
  readonly value: number;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

const yesterday = (service: Service): Window => dayWindow(PACIFIC, addDays(service.today, -1));
const instant = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)(T\d\d:\d\d)([+-]\d\d)(\d\d)$/, '$1-$2-$3$4:00$5:$6'));
const numberOf = (text: string | undefined) => (text === '' || text === undefined ? undefined : Number(text));

async function readDemand(
  service: Service,
  query: string,
  format: Format,
  code: string,
  run: string,
): Promise<IntervalLoad[]> {
  const answer = await service.ask(`/forecast/v1/demand?${query}&resultformat=${format}`);
  requireData(answer, TYPES[format]);
  const rows = { '5': fromXml, '6': fromCsv, '7': fromJson }[format](answer.text, code, run);
  rows.forEach(({ start, value, lower, upper }, i) => {
    if (i > 0) assert.equal(start, rows[i - 1]!.start + HOUR_MS);
    if (lower !== undefined && upper !== undefined) assert.ok(lower <= value && value <= upper);
  });
  return rows;
}

function fromCsv(text: string, code: string, run: string): IntervalLoad[] {
  return readCsv(text, COLUMNS).map((row) => {
    assert.deepEqual([row['TAC_AREA'], row['MARKET_RUN_ID'], row['UNITS']], [code, run, 'MW']);
    stamp.parse(row['INTERVAL_START']);
    const start = instant(row['INTERVAL_START']!);
    assert.equal(instant(row['INTERVAL_END']!), start + HOUR_MS);
    return {
      start,
      value: Number(row['VALUE']),
      lower: numberOf(row['LOWER_BOUND']),
      upper: numberOf(row['UPPER_BOUND']),
    };
  });
}

function fromJson(text: string, code: string, run: string): IntervalLoad[] {
  const { meta, forecast } = demandSchema.parse(JSON.parse(text));
  assert.deepEqual([meta.tac_area, meta.market_run_id], [code, run]);
  for (const row of forecast) stamp.parse(row.interval_start);
  return forecast.map((row) => ({
    start: instant(row.interval_start),
    value: row.value,
    lower: row.lower_bound,
    upper: row.upper_bound,
  }));
}

function fromXml(text: string, code: string, run: string): IntervalLoad[] {
  const xml = readXml(text);
  assert.deepEqual(new Set(data(xml, 'RESOURCE_NAME')), new Set([code]));
  assert.deepEqual(new Set(xml.texts('//o:REPORT_HEADER/o:MKT_TYPE')), new Set([run]));
  assert.deepEqual(new Set(xml.texts('//o:REPORT_HEADER/o:TZ')), new Set(['PPT']));
  const starts = data(xml, 'INTERVAL_START_GMT').map((text_) => Date.parse(text_));
  starts.forEach((start, i) => {
    const { operatingDay, hourEnding } = operatingHour(PACIFIC, start);
    assert.deepEqual([data(xml, 'OPR_DATE')[i], data(xml, 'INTERVAL_NUM')[i]], [operatingDay, String(hourEnding)]);
  });
  const bounds = data(xml, 'LOWER_BOUND').length === starts.length;
  return data(xml, 'VALUE').map((value, i) => ({
    start: starts[i]!,
    value: Number(value),
    lower: bounds ? Number(data(xml, 'LOWER_BOUND')[i]) : undefined,
    upper: bounds ? Number(data(xml, 'UPPER_BOUND')[i]) : undefined,
  }));
}

const demandChecks: readonly Check[] = CODES.flatMap((code) =>
  RUNS.map((run) => ({
    name: `/forecast/v1/demand tac_area=${code} market_run_id=${run}: the same numbers in XML, CSV and JSON`,
    async run(service) {
      const query = `tac_area=${code}&market_run_id=${run}&${range(yesterday(service))}`;
      const [xml, csv, json] = [
        await readDemand(service, query, '5', code, run),
        await readDemand(service, query, '6', code, run),
        await readDemand(service, query, '7', code, run),
      ];
      assert.ok(csv.length >= 1);
      assert.deepEqual(xml, csv);
      assert.deepEqual(json, csv);
    },
  })),
);

const otherChecks: readonly Check[] = [
  {
    name: '/forecast/v1/demand is XML of DAM by default, with bounds',
    async run(service) {
      const answer = await service.ask(`/forecast/v1/demand?tac_area=PGE&${range(yesterday(service))}`);
      requireData(answer, 'application/xml');
      const rows = fromXml(answer.text, 'PGE', 'DAM');
      assert.ok(rows.every(({ lower, upper }) => lower !== undefined && upper !== undefined));
    },
  },
  {
    name: '/forecast/v1/demand writes times in the offset of startdatetime and echoes the range',
    async run(service) {
      const { start, end } = yesterday(service);
      const local = compact(start - 8 * HOUR_MS).replace('-0000', '-0800');
      const answer = await service.ask(
        `/forecast/v1/demand?tac_area=PGE&startdatetime=${local}&enddatetime=${compact(end)}&resultformat=7`,
      );
      requireData(answer, 'application/json');
      const { meta, forecast } = demandSchema.parse(JSON.parse(answer.text));
      assert.deepEqual([meta.startdatetime, meta.enddatetime], [local, compact(end)]);
      assert.equal(forecast[0]!.interval_start, local);
      assert.match(meta.generated_at, /-0800$/);
    },
  },
  {
    name: '/forecast/v1/demand: 31 days are accepted, a minute more is not',
    async run(service) {
      const { end } = yesterday(service);
      const good = `tac_area=SCE&${range({ start: end - 31 * DAY_MS, end })}`;
      requireData(await service.ask(`/forecast/v1/demand?${good}`), 'application/xml');
      const bad = `tac_area=SCE&${range({ start: end - 31 * DAY_MS - 60_000, end })}`;
      await askFailure(service, `/forecast/v1/demand?${bad}`, {
        code: 'invalid_parameter',
        format: 'xml',
        names: '31 days',
      });
    },
  },
  {
    name: '/forecast/v1/demand version: the first issue, and none beyond the last',
    async run(service) {
      const query = `tac_area=VEA&${range(yesterday(service))}`;
      await readDemand(service, `${query}&version=1`, '6', 'VEA', 'DAM');
      const path = `/forecast/v1/demand?${query}&version=9999`;
      await askFailure(service, path, { code: 'no_data', format: 'xml' });
    },
  },
  ...(['mape', 'rmse', 'mae', undefined] as const).map(
    (metric): Check => ({
      name: `/forecast/v1/historical metric=${metric ?? '(all)'}`,
      async run(service) {
        const day = addDays(service.today, -2);
        const suffix = metric ? `&metric=${metric}` : '';
        const answer = await service.ask(`/forecast/v1/historical?tac_area=PGE&date=${day}${suffix}`);
        requireData(answer, 'application/json');
        const body = historicalAnswer.parse(JSON.parse(answer.text));
        assert.deepEqual(Object.keys(body.metrics), metric ? [metric] : ['mape', 'rmse', 'mae']);
        assert.equal(body.meta.date, day);
      },
    }),
  ),
  {
    name: '/forecast/v1/tac-areas lists the four with their utilities, territories and runs',
    async run({ ask }) {
      const answer = await ask('/forecast/v1/tac-areas');
      requireData(answer, 'application/json');
      const { count, tac_areas: areas } = tacAreasAnswer.parse(JSON.parse(answer.text));
      assert.equal(count, areas.length);
      assert.deepEqual(
        areas.map((area) => [area.tac_area, area.utility, area.territory, area.timezone]),
        UTILITIES.map(({ code, utility, territory }) => [code, utility, territory, PACIFIC]),
      );
      for (const { market_run_ids: runs } of areas) assert.deepEqual(runs, RUNS);
    },
  },
];

const REFUSALS = [
  { query: '', code: 'missing_parameter', names: 'tac_area' },
  { query: 'tac_area=PGE', code: 'missing_parameter', names: 'startdatetime' },
  { query: 'tac_area=PGE&startdatetime=20260701T00:00-0700', code: 'missing_parameter', names: 'enddatetime' },
  {
    query: 'tac_area=CISO&startdatetime=20260701T00:00-0700&enddatetime=20260702T00:00-0700',
    code: 'invalid_parameter',
    names: 'tac_area',
  },
  {
    query: 'tac_area=PGE&startdatetime=20260701T00:00&enddatetime=20260702T00:00-0700',
    code: 'invalid_parameter',
    names: 'startdatetime',
  },
  {
    query: 'tac_area=PGE&startdatetime=20260703T00:00-0700&enddatetime=20260702T00:00-0700',
    code: 'invalid_parameter',
    names: 'enddatetime',
  },
  {
    query: 'tac_area=PGE&startdatetime=20260701T00:00-0700&enddatetime=20260702T00:00-0700&market_run_id=7DA',
    code: 'invalid_parameter',
    names: 'market_run_id',
  },
  {
    query: 'tac_area=PGE&startdatetime=20260701T00:00-0700&enddatetime=20260702T00:00-0700&version=x',
    code: 'invalid_parameter',
    names: 'version',
  },
  {
    query: 'tac_area=PGE&startdatetime=19900701T00:00-0700&enddatetime=19900702T00:00-0700',
    code: 'no_data',
    names: 'PGE',
  },
] as const;

const JSON_REFUSALS = [
  { query: '', code: 'missing_parameter', names: 'tac_area' },
  { query: 'tac_area=PGE', code: 'missing_parameter', names: 'date' },
  { query: 'tac_area=PJM&date=2026-07-01', code: 'invalid_parameter', names: 'tac_area' },
  { query: 'tac_area=PGE&date=2026-02-30', code: 'invalid_parameter', names: 'date' },
  { query: 'tac_area=PGE&date=2026-07-01&metric=bias', code: 'invalid_parameter', names: 'metric' },
  { query: 'tac_area=PGE&date=1990-07-01', code: 'no_data', names: 'PGE' },
] as const;

const refusals: readonly Check[] = [
  ...REFUSALS.flatMap(({ query, ...expected }) =>
    (['xml', 'json'] as const).map(
      (format): Check => ({
        name: `/forecast/v1/demand?${query} is ${expected.code} in ${format}`,
        async run(service) {
          const suffix = format === 'json' ? '&resultformat=7' : '';
          await askFailure(service, `/forecast/v1/demand?${query}${suffix}`, { ...expected, format });
        },
      }),
    ),
  ),
  ...JSON_REFUSALS.map(
    ({ query, ...expected }): Check => ({
      name: `/forecast/v1/historical?${query} is ${expected.code} in json`,
      run: async (service) =>
        void (await askFailure(service, `/forecast/v1/historical?${query}`, { ...expected, format: 'json' })),
    }),
  ),
];

export const CHECKS_C: readonly Check[] = [...demandChecks, ...otherChecks, ...refusals];
