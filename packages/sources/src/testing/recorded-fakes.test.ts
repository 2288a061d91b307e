import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { type FakeRow, startFakeEia } from './fake-eia.js';
import { startFakeNws, startFakeOpenMeteo } from './fake-weather.js';
import type { ScriptedServer } from './scripted-server.js';

/** What real upstreams said, recorded by others: the truth of the fakes. Not part of this repository: skipped without it. */
const SAMPLES = testData('samples/eia');
const present = SAMPLES !== undefined;
const json = (name: string) => JSON.parse(readFileSync(join(SAMPLES!, name), 'utf8'));
const shapes = () => json('errors_and_shapes.SHAPE_ONLY.json');

const open: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

// biome-ignore lint/suspicious/noExplicitAny: what a body holds is what these tests are about
async function ask(server: ScriptedServer, path: string): Promise<{ status: number; body: any }> {
  open.push(server);
  const answer = await fetch(server.baseUrl + path, { headers: { 'user-agent': 'test (a@b.example)' } });
  return { status: answer.status, body: await answer.json() };
}

/** Paths of a body with the type that each has, lists by their first entry; what only some entries have is in all. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => shapeOf(entry, `${path}[]`)))];
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([name, child]) => shapeOf(child, `${path}.${name}`));
  }
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}

/** What a fake's body has that no recorded one has. */
const invented = (fake: unknown, recorded: readonly unknown[]): string[] => {
  const known = new Set(recorded.flatMap((body) => shapeOf(body)));
  return [...new Set(shapeOf(fake))].filter((field) => !known.has(field));
};

const RECORDED_PAGES = [
  { file: 'eia_v2_region-data_D_BPAT.json', route: 'region-data', asStrings: false },
  { file: 'eia_v2_region-data_D_DF_string_values.ASSEMBLED.json', route: 'region-data', asStrings: true },
  { file: 'eia_v2_region-sub-ba-data.SHAPE_ONLY.json', route: 'region-sub-ba-data', asStrings: true },
] as const;

test.skipIf(!present).each(RECORDED_PAGES)(
  'the fake of EIA answers the rows of $file byte for byte in what is read, and nothing that was not recorded',
  async ({ file, route, asStrings }) => {
    const recorded = json(file);
    const rows: FakeRow[] = recorded.response.data;
    const fake = await startFakeEia(
      route === 'region-data' ? { region: rows, asStrings } : { region: [], subArea: rows, asStrings },
    );
    const { status, body } = await ask(fake, `/v2/electricity/rto/${route}/data/?api_key=${fake.apiKey}`);
    expect([status, body.response.data]).toEqual([200, rows]);
    expect(typeof body.response.total).toBe(typeof recorded.response.total);
    // The echo of the request is of another recorded reply.
    const echo = json('eia_v2_local-hourly_warning_2.1.4.json');
    expect(
      invented(body, [recorded, { request: { params: { api_key: echo.request?.params?.api_key ?? '' } } }]),
    ).toEqual([]);
  },
);

test.skipIf(!present)('the fake of EIA warns of a cut page in the words that were recorded', async () => {
  const recorded = json('eia_v2_local-hourly_warning_2.1.4.json');
  const rows = ['01', '02'].map((hour) => ({ period: `2026-01-01T${hour}`, respondent: 'SRP', type: 'D', value: 1 }));
  const fake = await startFakeEia({ region: rows, asStrings: false, pageRows: 1 });
  const { body } = await ask(fake, `/v2/electricity/rto/region-data/data/?api_key=${fake.apiKey}`);
  const [warning] = recorded.response.warnings;
  expect(body.response.warnings[0].warning).toBe(warning.warning);
  expect(warning.description).toContain(body.response.warnings[0].description);
  expect(body.response.total).toBe(2);
});

test.skipIf(!present).each([
  { shape: 'eia_invalid_key_http403', status: 403, path: '/v2/electricity/rto/region-data/data/?api_key=other' },
  { shape: 'eia_missing_key_http403', status: 403, path: '/v2/electricity/rto/region-data/data/' },
  { shape: 'eia_not_found_http404', status: 404, path: '/v2/nothing?api_key=fake-key-0123456789' },
])('the fake of EIA refuses as recorded: $shape', async ({ shape, status, path }) => {
  const recorded = shapes()[shape];
  const answer = await ask(await startFakeEia({ region: [] }), path);
  expect(answer.status).toBe(status);
  expect(invented(answer.body, [recorded])).toEqual([]);
  expect(answer.body.error.code ?? answer.body.code).toEqual(recorded.error.code ?? recorded.code);
});

test.skipIf(!present)('the fake of Open-Meteo answers in the fields, units and stamps that were recorded', async () => {
  const recorded = json('openmeteo_forecast_trimmed_48h.json');
  const columns = Object.keys(recorded.hourly).filter((name) => /^(temperature|relative|shortwave|cloud)/.test(name));
  const weather = (column: string, _latitude: number, _longitude: number, instant: number) =>
    recorded.hourly[column][(instant - Date.parse(`${recorded.hourly.time[0]}Z`)) / 3_600_000] ?? null;
  const query = `latitude=50&longitude=10&hourly=${columns}&start_date=2026-03-02&end_date=2026-03-03&timezone=GMT`;
  const { body } = await ask(await startFakeOpenMeteo(weather), `/v1/forecast?${query}`);
  expect(invented(body, [recorded])).toEqual([]);
  for (const column of ['time', ...columns]) {
    expect([column, body.hourly[column], body.hourly_units[column]]).toEqual([
      column,
      recorded.hourly[column],
      recorded.hourly_units[column],
    ]);
  }
});

test.skipIf(!present)('the fake of Open-Meteo answers many places, and errors, as recorded', async () => {
  const places =
    'latitude=40.7,42.8&longitude=-74,-78.8&hourly=temperature_2m&start_date=2026-03-02&end_date=2026-03-02';
  const fake = () => startFakeOpenMeteo(() => 3.1);
  const { body } = await ask(await fake(), `/v1/forecast?${places}&timezone=GMT`);
  const fields = ['latitude', 'longitude', 'location_id', 'hourly'];
  const shown = body.map((place: object) =>
    Object.fromEntries(Object.entries(place).filter(([name]) => fields.includes(name))),
  );
  expect(invented(shown, [shapes().open_meteo_multi_location])).toEqual([]);
  const refused = await ask(await fake(), `/v1/forecast?${places}`);
  expect([refused.status, invented(refused.body, [shapes().open_meteo_error_http400])]).toEqual([400, []]);
});

test.skipIf(!present)('the fake of the National Weather Service gives a layer as recorded', async () => {
  const recorded = shapes().nws_gridpoint_temperature;
  const fake = await startFakeNws({ updateTime: '2026-03-04T11:00:00+00:00', temperature: recorded });
  const { body } = await ask(fake, '/gridpoints/XYZ/1/2');
  expect(body.properties.temperature).toEqual(recorded);
});
