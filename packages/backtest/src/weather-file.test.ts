import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTRACT_AREAS, HOUR_MS, type KnownSeries, readAsOf } from '@loadcast/core';
import { afterAll, describe, expect, test } from 'vitest';
import { readWeatherFile } from './weather-file.js';

const folder = mkdtempSync(join(tmpdir(), 'weather-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function read(lines: readonly string[], { gzip = false, lineEnd = '\n' } = {}) {
  files += 1;
  const path = join(folder, `${files}.csv${gzip ? '.gz' : ''}`);
  const text = lines.map((line) => `${line}${lineEnd}`).join('');
  writeFileSync(path, gzip ? gzipSync(text) : text);
  return readWeatherFile(path, CONTRACT_AREAS);
}

const HEADER = 'area,issued_at,valid_at,temperature_c';
const FULL = `${HEADER},dew_point_c,cloud_cover_pct,shortwave_w_m2,wind_m_s`;
const NINE = Date.UTC(2023, 6, 1, 9);

async function temperatureOf(lines: readonly string[]): Promise<KnownSeries> {
  const { weather } = await read(lines);
  return weather.get('pjm')!.points[0]!.variables.temperatureC!;
}
const asOf = (series: KnownSeries, instant: number) =>
  readAsOf(series, { start: NINE, end: NINE + HOUR_MS }, instant).valuesMw[0];

describe('what is read', () => {
  test.each([
    { name: 'plain', options: {} },
    { name: 'gzip', options: { gzip: true } },
    { name: 'CRLF line ends', options: { lineEnd: '\r\n' } },
  ])('$name: an hour of one area', async ({ options }) => {
    const { weather } = await read([HEADER, 'PJM,,2023-07-01T09:00Z,21.5'], options);
    expect([...weather.keys()]).toEqual(['pjm']);
    const [point] = weather.get('pjm')!.points;
    expect(point).toMatchObject({ weight: 1, variables: { temperatureC: { start: NINE } } });
    expect([...point!.variables.temperatureC!.values]).toEqual([21.5]);
  });

  test.each(['PJM', 'pjm', 'Pjm'])('an area may be called %s', async (code) => {
    expect([...(await read([HEADER, `${code},,2023-07-01T09:00Z,1`])).weather.keys()]).toEqual(['pjm']);
  });

  test('dew point becomes humidity; cloud and sun are kept; wind is checked and read by no model', async () => {
    const { weather } = await read([FULL, 'NYISO,,2023-07-01T09:00Z,20,20,40,600,3']);
    const { variables } = weather.get('nyiso')!.points[0]!;
    const newest = Object.entries(variables).map(([name, series]) => [name, series.values[0]]);
    expect(Object.fromEntries(newest)).toEqual({ temperatureC: 20, humidityPct: 100, cloudPct: 40, solarWm2: 600 });
  });

  test('a variable whose every field is empty is not there', async () => {
    const { weather } = await read([FULL, 'NYISO,,2023-07-01T09:00Z,20,,,,']);
    expect(Object.keys(weather.get('nyiso')!.points[0]!.variables)).toEqual(['temperatureC']);
  });

  test('points of an area keep their order and weight', async () => {
    const { weather } = await read([
      'area,point,weight,issued_at,valid_at,temperature_c',
      'PJM,west,3,,2023-07-01T09:00Z,20',
      'PJM,east,1,,2023-07-01T09:00Z,22',
    ]);
    const points = weather
      .get('pjm')!
      .points.map(({ name, weight, variables }) => [name, weight, variables.temperatureC!.values[0]]);
    expect(points).toEqual([
      ['west', 3, 20],
      ['east', 1, 22],
    ]);
  });

  test('an hour between two others that is absent or empty is missing', async () => {
    const lines = ['06:00Z,1', '07:00Z,', '09:00Z,4'].map((rest) => `PJM,,2023-07-01T${rest}`);
    expect([...(await temperatureOf([HEADER, ...lines])).values]).toEqual([1, Number.NaN, Number.NaN, 4]);
  });
});

// One row a tool: the same six hours, as its default writes them.
describe('spellings of other tools', () => {
  const hours = (written: (hour: string) => string, nothing = '') =>
    ['20.5', '21.0', '22.0', '23.0', nothing, '24.0'].map((mw, hour) => `PJM,,${written(`0${hour}`)},${mw}`);
  const quoted = (line: string): string => `"${line.replaceAll(',', '","')}"`;
  const numbered = (lines: readonly string[]) => lines.map((line, at) => `"${at || ''}",${line}`);
  const plain = [HEADER, ...hours((hour) => `2023-07-01T${hour}:00Z`)];
  test.each([
    { name: 'as the page says', lines: plain },
    // field case 05
    { name: 'pandas', lines: [HEADER, ...hours((hour) => `2023-07-01 ${hour}:00:00+00:00`)] },
    { name: 'pandas with its index', lines: numbered(plain) },
    { name: 'pandas with na_rep', lines: [HEADER, ...hours((hour) => `2023-07-01T${hour}:00Z`, 'NaN')] },
    { name: 'JavaScript', lines: [HEADER, ...hours((hour) => `2023-07-01T${hour}:00:00.000Z`)] },
    { name: 'strftime %z', lines: [HEADER, ...hours((hour) => `2023-07-01T${hour}:00:00+0000`)] },
    { name: 'R', lines: numbered(plain.map(quoted)).map((line) => line.replace(',"",', ',NA,').replace(/""$/, 'NA')) },
    { name: 'Excel', lines: [`\uFEFF${HEADER}`, ...plain.slice(1).map(quoted)], options: { lineEnd: '\r\n' } },
  ])('$name', async ({ lines, options = {} }) => {
    const { weather } = await read(lines, options);
    const { start, values } = weather.get('pjm')!.points[0]!.variables.temperatureC!;
    expect([start, ...values]).toEqual([Date.UTC(2023, 6, 1), 20.5, 21, 22, 23, Number.NaN, 24]);
  });

  test.each([
    { file: 'cut.csv.gz', bytes: gzipSync(plain.join('\n')).subarray(0, 60), says: 'the gzip is cut short or corrupt' },
    { file: 'zip.csv', bytes: Buffer.from('PK\u0003\u0004'), says: 'this is a ZIP archive' },
    { file: 'wide.csv', bytes: Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), says: 'this is text in UTF-16' },
  ])('$file is refused by name: $says', async ({ file, bytes, says }) => {
    writeFileSync(join(folder, file), bytes);
    await expect(readWeatherFile(join(folder, file), CONTRACT_AREAS)).rejects.toThrow(`${file}: ${says}`);
  });
});

describe('when it is known', () => {
  test('observed weather without forecasts is taken as known beforehand, and the note says so', async () => {
    const { note } = await read([HEADER, 'PJM,,2023-07-01T09:00Z,20']);
    expect(note).toBe(
      'observed values of PJM are taken as known beforehand (ex post: scores are a bound, not a forecast)',
    );
    expect(asOf(await temperatureOf([HEADER, 'PJM,,2023-07-01T09:00Z,20']), Date.UTC(2015, 0, 1))).toBe(20);
  });

  test('a forecast is known from its issue, a newer one replaces it, the observation comes with the end of the hour', async () => {
    const series = await temperatureOf([
      HEADER,
      'PJM,2023-06-30T06:00Z,2023-07-01T09:00Z,18',
      'PJM,2023-07-01T06:00Z,2023-07-01T09:00Z,19',
      'PJM,,2023-07-01T09:00Z,20',
    ]);
    expect(asOf(series, Date.UTC(2023, 5, 30, 5, 59))).toBeNaN();
    expect(asOf(series, Date.UTC(2023, 5, 30, 6))).toBe(18);
    expect(asOf(series, Date.UTC(2023, 6, 1, 6))).toBe(19);
    expect(asOf(series, NINE + HOUR_MS - 1)).toBe(19);
    expect(asOf(series, NINE + HOUR_MS)).toBe(20);
  });

  test('a file of forecasts says that each value is known from its issue', async () => {
    const { note } = await read([HEADER, 'PJM,2023-06-30T06:00Z,2023-07-01T09:00Z,18']);
    expect(note).toBe('of PJM, each value known from its issue');
  });
});

const ROW = 'PJM,,2023-07-01T09:00Z,20';
test.each([
  {
    name: 'an unknown column',
    lines: ['area,warmth'],
    says: "line 1: column 'warmth' is not known: columns are area,",
  },
  { name: 'a missing column', lines: ['area,issued_at,temperature_c'], says: 'line 1: column valid_at is missing' },
  { name: 'a column given twice', lines: [`${HEADER},area`], says: 'line 1: column area is given twice' },
  { name: 'an empty file', lines: [], says: 'line 1: column' },
  { name: 'a field too few', lines: [HEADER, 'PJM,,20'], says: 'line 2: 3 fields where the header has 4' },
  {
    name: 'an unknown area',
    lines: [HEADER, 'HQ,,2023-07-01T09:00Z,20'],
    says: "line 2, column area: 'HQ' is not one of CAISO, ERCOT",
  },
  {
    name: 'a time that is none',
    lines: [HEADER, ROW, 'PJM,,yesterday,20'],
    says: "line 3, column valid_at: 'yesterday' is not the start of an hour from 1980 to 2100 (2023-07-01T06:00Z)",
  },
  { name: 'a time off the hour', lines: [HEADER, 'PJM,,2023-07-01T09:30Z,20'], says: 'column valid_at' },
  { name: 'a time without an offset', lines: [HEADER, 'PJM,,2023-07-01T09:00,20'], says: 'column valid_at' },
  { name: 'a time before 1980', lines: [HEADER, 'PJM,,1979-07-01T09:00Z,20'], says: 'column valid_at' },
  {
    name: 'an issue that is no instant',
    lines: [HEADER, 'PJM,06:00,2023-07-01T09:00Z,20'],
    says: "line 2, column issued_at: '06:00' is not an instant (2023-07-01T06:00Z), or empty",
  },
  {
    name: 'degrees Fahrenheit',
    lines: [HEADER, 'PJM,,2023-07-01T09:00Z,88'],
    says: "line 2, column temperature_c: '88' is not a number from -90 to 60 (degrees C), or empty",
  },
  { name: 'a word', lines: [HEADER, 'PJM,,2023-07-01T09:00Z,warm'], says: "column temperature_c: 'warm'" },
  {
    name: 'a cloud cover above 100 %',
    lines: [`${HEADER},cloud_cover_pct`, `${ROW},101`],
    says: "line 2, column cloud_cover_pct: '101' is not a number from 0 to 100 (percent), or empty",
  },
  {
    // field case 04
    name: '30 February',
    lines: [HEADER, ROW, 'PJM,,2023-02-30T00:00Z,20'],
    says: "line 3, column valid_at: '2023-02-30T00:00Z'",
  },
  {
    name: '29 February of no leap year',
    lines: [HEADER, 'PJM,2023-02-29T00:00Z,2023-03-01T00:00Z,20'],
    says: 'column issued_at',
  },
  { name: 'a header alone', lines: [HEADER], says: 'the file has a header and no rows' },
  {
    name: 'semicolons',
    lines: [HEADER.replaceAll(',', ';')],
    says: 'line 1: the columns are separated by ; instead of commas',
  },
  {
    name: 'a hexadecimal number',
    lines: [HEADER, 'PJM,,2023-07-01T09:00Z,0x16'],
    says: "column temperature_c: '0x16'",
  },
  { name: 'an open quote', lines: [HEADER, 'PJM,,"2023-07-01T09:00Z,20'], says: 'line 2: a quote is not closed' },
  {
    name: 'a day number',
    lines: [HEADER, 'PJM,,45108.375,20'],
    says: "'45108.375' is not the start of an hour from 1980 to 2100 (2023-07-01T06:00Z): a spreadsheet's day number",
  },
  { name: 'an hour given twice', lines: [HEADER, ROW, ROW], says: 'line 3: this hour of this point and issue' },
  {
    name: 'a weight of nothing',
    lines: [`weight,${HEADER}`, `0,${ROW}`],
    says: "line 2, column weight: '0' is not a positive number",
  },
  {
    name: 'another weight of one point',
    lines: [`weight,${HEADER}`, `1,${ROW}`, '2,PJM,,2023-07-01T10:00Z,20'],
    says: "line 3, column weight: '2' is not 1",
  },
])('$name is refused with file, line and column', async ({ lines, says }) => {
  await expect(read(lines)).rejects.toThrow(says);
  await expect(read(lines)).rejects.toThrow(`${files}.csv`);
});
