import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, FORECASTERS, HOUR_MS, wantedSeries } from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';
import { afterEach, expect, test } from 'vitest';
import { testData } from '../../../tooling/testing/test-data.js';
import { eiaApiSource } from './eia930-api/eia-api-source.js';
import { pageReply, regionRow, subAreaRow } from './eia930-api/reply-schema.js';
import { readBulkFile } from './eia930-bulk/read-bulk-file.js';
import { startFakeNws } from './testing/fake-weather.js';
import { startScriptedServer } from './testing/scripted-server.js';
import { nwsForecast } from './weather/nws.js';
import { hourlyMeans, indexOfTimes, METEO_VARIABLES, meteoReply } from './weather/open-meteo-reply.js';

/** What real upstreams said, recorded by others. Not part of this repository: without it these tests are skipped. */
const SAMPLES = testData('samples/eia');
const present = SAMPLES !== undefined;
const text = (name: string): string => readFileSync(join(SAMPLES!, name), 'utf8');
const json = (name: string) => JSON.parse(text(name));
const never = new AbortController().signal;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

test.skipIf(!present).each([
  {
    name: 'numbers of API 2.0.3',
    file: 'eia_v2_region-data_D_BPAT.json',
    row: regionRow,
    total: 3,
    values: [6215, 4792],
  },
  {
    name: 'strings since 2.1.6',
    file: 'eia_v2_region-data_D_DF_string_values.ASSEMBLED.json',
    row: regionRow,
    total: 2,
    values: [37905, 2455],
  },
  {
    name: 'sub-areas, a null among them',
    file: 'eia_v2_region-sub-ba-data.SHAPE_ONLY.json',
    row: subAreaRow,
    total: 2,
    values: [0, NaN],
  },
  {
    name: 'nulls of another route',
    file: 'eia_v2_with_nulls_PGE.json',
    row: regionRow.omit({ type: true }),
    total: 3,
    values: [NaN, 400],
  },
])('EIA, $name: read as recorded', ({ file, row, total, values }) => {
  const { response } = pageReply.parse(json(file));
  expect([response.total, response.data.map((raw) => row.parse(raw).value)]).toEqual([total, values]);
});

test.skipIf(!present)('EIA: a local-hourly reply is refused', () => {
  const { success, data } = pageReply.safeParse(json('eia_v2_local-hourly_warning_2.1.4.json'));
  const isRead = (raw: unknown) => regionRow.omit({ type: true }).safeParse(raw).success;
  expect(success && data.response.data.some(isRead)).toBe(false);
});

async function eia(reply: string, ids: readonly string[]) {
  const server = await startScriptedServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
  });
  const wanted = wantedSeries(AREAS, seriesReadBy(FORECASTERS.values(), AREAS)).filter(({ series }) =>
    ids.includes(series),
  );
  const source = eiaApiSource({ apiKey: 'key', baseUrl: server.baseUrl, wanted, spacingMs: 0, attempts: 1 });
  open.push(source, server);
  const start = Date.UTC(2022, 11, 31);
  return { server, read: () => source.fetch({ start, end: start + 48 * HOUR_MS }, start + 72 * HOUR_MS, never) };
}

test.skipIf(!present)('EIA: a recorded reply becomes the hour before its label', async () => {
  const { read } = await eia(text('eia_v2_region-data_D_DF_string_values.ASSEMBLED.json'), ['PACW']);
  const observations = await read();
  expect(observations.series).toMatchObject([
    { key: { series: 'PACW', measure: 'demand' }, start: Date.UTC(2022, 11, 31, 23) },
  ]);
  expect([...observations.series[0]!.valuesMw]).toEqual([2455]);
});

test.skipIf(!present)('EIA: a reply that its recorder cut short is refused, not read as whole', async () => {
  const { read } = await eia(text('eia_v2_region-data_D_BPAT.json'), ['BPAT']);
  await expect(read()).rejects.toMatchObject({ fault: 'moving' });
});

test.skipIf(!present).each([
  { shape: 'eia_invalid_key_http403', status: 403, fault: 'refused_key' },
  { shape: 'eia_missing_key_http403', status: 403, fault: 'refused_key' },
  { shape: 'eia_over_rate_limit_http429', status: 429, fault: 'rate_limited' },
  { shape: 'eia_not_found_http404', status: 404, fault: 'status' },
])('EIA: $shape is $fault', async ({ shape, status, fault }) => {
  const { server, read } = await eia('{}', ['NYIS']);
  const body = JSON.stringify(json('errors_and_shapes.SHAPE_ONLY.json')[shape]);
  server.failNext((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await expect(read()).rejects.toMatchObject({ fault, status });
});

test
  .skipIf(!present)
  .each([{ file: 'eia930_bulk_BALANCE_old_schema.csv' }, { file: 'eia930_bulk_BALANCE_2026_65col.csv' }])(
  'EIA: $file is read whole',
  async ({ file }) => {
    const { observations } = await readBulkFile(join(SAMPLES!, file), {
      now: Date.UTC(2026, 11, 1),
    });
    const demand = observations.series.filter(({ key }) => key.measure === 'demand');
    const hours = demand.flatMap(({ valuesMw }) => [...valuesMw]).filter((mw) => !Number.isNaN(mw));
    const lines = text(file).trimEnd().split('\n').length - 1;
    expect(hours.length).toBeGreaterThan(0);
    expect(hours.length).toBeLessThanOrEqual(lines);
    expect(hours.every((mw) => mw > 0 && mw < 200_000)).toBe(true);
  },
);

test.skipIf(!present)('EIA: a file of interchange is named and refused', async () => {
  const path = join(SAMPLES!, 'eia930_bulk_INTERCHANGE.csv');
  await expect(readBulkFile(path, { now: Date.UTC(2026, 11, 1) })).rejects.toThrow(/INTERCHANGE/);
});

test.skipIf(!present)(
  'Open-Meteo: every variable of a recorded reply is read; a reply in local time is refused',
  () => {
    const recorded = json('openmeteo_forecast_trimmed_48h.json');
    expect(meteoReply.safeParse(recorded).success).toBe(false);
    const [location] = meteoReply.parse({ ...recorded, utc_offset_seconds: 0 });
    const start = Date.parse(`${recorded.hourly.time[0]}Z`);
    const window = { start, end: start + 47 * HOUR_MS };
    for (const variable of METEO_VARIABLES) {
      const means = hourlyMeans(location!, indexOfTimes(location!), window, variable, variable.name)!;
      const list: number[] = recorded.hourly[variable.name];
      const first = variable.label === 'preceding' ? list[1]! : (list[0]! + list[1]!) / 2;
      expect([means.length, means[0], means.some((value) => Number.isNaN(value))]).toEqual([47, first, false]);
    }
  },
);

test.skipIf(!present)('NWS: a layer as documented', async () => {
  const temperature = json('errors_and_shapes.SHAPE_ONLY.json').nws_gridpoint_temperature;
  const server = await startFakeNws({ updateTime: '2026-03-04T11:00:00+00:00', temperature });
  const areas = AREAS.filter(({ id }) => id === 'vea');
  const source = nwsForecast({ baseUrl: server.baseUrl, userAgent: 'test (a@b.example)', areas, spacingMs: 0 });
  open.push(source, server);
  const start = Date.UTC(2026, 2, 4, 12);
  const { blocks } = await source.fetch({ start, end: start + 3 * HOUR_MS }, start, never);
  expect([...blocks[0]!.values]).toEqual([22.2, NaN, NaN]);
});
