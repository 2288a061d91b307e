import { addDays } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { operatingDayWindow } from '@loadcast/core/time';
import { compactTime } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createSurfaceC } from './surface-c.js';
import { type AskC, askOf, DEMAND, openWorld, RANGE } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let askC: AskC;
beforeAll(async () => {
  askC = askOf(await openWorld());
});

describe('formats of /demand', () => {
  test.each([
    { format: '', type: 'application/xml; charset=utf-8' },
    { format: '&resultformat=5', type: 'application/xml; charset=utf-8' },
    { format: '&resultformat=6', type: 'text/csv; charset=utf-8' },
    { format: '&resultformat=7', type: 'application/json; charset=utf-8' },
  ])('resultformat "$format" is $type', async ({ format, type }) => {
    const answer = await askC('/demand', DEMAND + format);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
  });

  test('JSON has the documented keys and no others, times in the offset of startdatetime', async () => {
    const body = JSON.parse((await askC('/demand', `${DEMAND}&resultformat=7`)).text);
    expect(Object.keys(body)).toEqual(['meta', 'forecast']);
    expect(body.meta).toEqual({
      tac_area: 'PGE',
      utility: 'Pacific Gas and Electric',
      startdatetime: '20260710T00:00-0700',
      enddatetime: '20260710T03:00-0700',
      market_run_id: 'DAM',
      units: 'MW',
      generated_at: '20260710T11:00-0700',
      model_version: '1.2.3',
    });
    expect(Object.keys(body.forecast[0])).toEqual(['interval_start', 'value', 'lower_bound', 'upper_bound']);
    expect(body.forecast.map((row: { interval_start: string }) => row.interval_start)).toEqual([
      '20260710T00:00-0700',
      '20260710T01:00-0700',
      '20260710T02:00-0700',
    ]);
    for (const { value, lower_bound: lower, upper_bound: upper } of body.forecast) {
      expect(lower).toBeLessThanOrEqual(value);
      expect(value).toBeLessThanOrEqual(upper);
    }
  });

  test('CSV, XML and JSON hold the same numbers', async () => {
    const csv = (await askC('/demand', `${DEMAND}&resultformat=6`)).text.trimEnd().split('\n');
    expect(csv[0]).toBe('INTERVAL_START,INTERVAL_END,TAC_AREA,MARKET_RUN_ID,VALUE,LOWER_BOUND,UPPER_BOUND,UNITS');
    const fromCsv = csv.slice(1).map((line) => line.split(',').slice(4, 7).map(Number));
    const { forecast } = JSON.parse((await askC('/demand', `${DEMAND}&resultformat=7`)).text);
    const fromJson = forecast.map((row: Record<string, number>) => [
      row['value'],
      row['lower_bound'],
      row['upper_bound'],
    ]);
    const xml = (await askC('/demand', DEMAND)).text;
    const values = [
      ...xml.matchAll(/<VALUE>(.+)<\/VALUE>\n<LOWER_BOUND>(.+)<\/LOWER_BOUND>\n<UPPER_BOUND>(.+)<\/UPPER_BOUND>/g),
    ];
    expect(fromJson).toEqual(fromCsv);
    expect(values.map(([, ...numbers]) => numbers.map(Number))).toEqual(fromCsv);
  });
});

describe.each([
  { day: '2026-07-15', hours: 24 },
  { day: '2026-03-08', hours: 23 },
  { day: '2026-11-01', hours: 25 },
  { day: '2026-12-31', hours: 24 },
])('golden files of $day', ({ day, hours }) => {
  test.each([
    { format: '5', extension: 'xml' },
    { format: '6', extension: 'csv' },
    { format: '7', extension: 'json' },
  ])('$extension', async ({ format, extension }) => {
    const history = await reportWorld(addDays(day, -3), day, { areas: ['pge'] });
    const { start, end } = operatingDayWindow('America/Los_Angeles', day);
    const query = `tac_area=PGE&startdatetime=${compactTime(start, -480)}&enddatetime=${compactTime(end)}&resultformat=${format}`;
    const at = Date.parse(`${day}T20:00Z`);
    const { text } = await ask(createSurfaceC(history), query, { receivedAt: at, path: '/demand' });
    await expect(text).toMatchFileSnapshot(`../golden/demand-PGE-${day}.${extension}`);
    if (extension === 'csv') expect(text.trimEnd().split('\n')).toHaveLength(hours + 1);
    if (extension === 'xml') {
      const endings = [...text.matchAll(/<INTERVAL_NUM>(\d+)</g)].map((match) => Number(match[1]));
      expect(endings.slice(0, 4)).toEqual(hours === 23 ? [1, 2, 4, 5] : hours === 25 ? [1, 2, 25, 3] : [1, 2, 3, 4]);
    }
  });
});

describe('parameters of /demand', () => {
  test.each([
    { query: '', code: 'missing_parameter', names: 'tac_area' },
    { query: 'tac_area=PGE', code: 'missing_parameter', names: 'startdatetime' },
    { query: `tac_area=CISO&${RANGE}`, code: 'invalid_parameter', names: 'tac_area' },
    { query: `${DEMAND}&market_run_id=7DA`, code: 'invalid_parameter', names: 'market_run_id' },
    { query: `${DEMAND}&version=0`, code: 'invalid_parameter', names: 'version' },
    { query: `${DEMAND}&version=1.5`, code: 'invalid_parameter', names: 'version' },
    { query: `${DEMAND}&version=1e9`, code: 'invalid_parameter', names: 'version' },
    { query: `${DEMAND}&version=1&version=2`, code: 'invalid_parameter', names: 'version' },
    { query: DEMAND.replace('T03:00', 'T00:00'), code: 'invalid_parameter', names: 'startdatetime, enddatetime' },
    {
      query: DEMAND.replace('20260710T03:00', '20260810T00:01'),
      code: 'invalid_parameter',
      names: 'startdatetime, enddatetime',
    },
    {
      query: DEMAND.replace('20260710T00:00-0700', '20260710T00:00'),
      code: 'invalid_parameter',
      names: 'startdatetime',
    },
  ])('"$query" is $code naming $names, in XML and in JSON', async ({ query, code, names }) => {
    const xml = await askC('/demand', query);
    expect(xml.status).toBe(400);
    expect(xml.text).toContain(`<ERR_CODE>${code}</ERR_CODE>`);
    const json = await askC('/demand', `${query}&resultformat=7`);
    expect(JSON.parse(json.text).error).toMatchObject({ code, details: { parameter: names } });
  });

  // docs/faults.md: fault 59
  test.each(['8', '07', ''])('resultformat=%s is refused in XML', async (format) => {
    const answer = await askC('/demand', `${DEMAND}&resultformat=${format}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('resultformat');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  });

  test.each(['PGE', 'SCE', 'SDGE', 'VEA', ' pge '])(
    'tac_area %s has a forecast under its canonical code',
    async (code) => {
      const answer = await askC('/demand', `tac_area=${encodeURIComponent(code)}&${RANGE}&resultformat=6`);
      expect(answer.text.split('\n')[1]!.split(',')[2]).toBe(code.trim().toUpperCase());
    },
  );

  test.each(['DAM', 'RTM', '2DA'])('market_run_id %s is echoed', async (run) => {
    const answer = await askC('/demand', `${DEMAND}&market_run_id=${run.toLowerCase()}&resultformat=7`);
    expect(JSON.parse(answer.text).meta.market_run_id).toBe(run);
  });

  test('the newest version is the default, and there is none beyond it', async () => {
    const value = async (version: string) =>
      (await askC('/demand', `${DEMAND}&resultformat=6${version}`)).text.split('\n')[1];
    const versions = await Promise.all(['1', '2', '3'].map((n) => value(`&version=${n}`)));
    expect(new Set(versions).size).toBe(3);
    expect(await value('')).toBe(versions[2]);
    const beyond = await askC('/demand', `${DEMAND}&version=4&resultformat=7`);
    expect(beyond.status).toBe(404);
    expect(JSON.parse(beyond.text).error).toMatchObject({ code: 'no_data', details: { reason: 'not_covered' } });
  });

  test('a day whose gate is to come is no_data with the time it is expected', async () => {
    const answer = await askC('/demand', `${DEMAND.replaceAll('20260710', '20260712')}&resultformat=7`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text).error.details).toEqual({
      reason: 'not_covered',
      expected_at: '2026-07-11T16:00:00Z',
    });
  });
});

test.each(['5', '6', '7'])(
  'resultformat=%s says when its forecast was issued, and how many rows are missing',
  async (format) => {
    const beyond = DEMAND.replace('20260710T03:00-0700', '20260713T00:00-0700');
    const { headers } = await askC('/demand', `${beyond}&resultformat=${format}`);
    expect(headers).toMatchObject({
      'x-forecast-issued-at': '2026-07-10T15:50:00Z',
      'x-rows-expected': '72',
      'x-rows-missing': '24',
    });
  },
);

test('issued=1 is the last column, key and tag', async () => {
  const ask = async (format: string) => (await askC('/demand', `${DEMAND}&issued=1&resultformat=${format}`)).text;
  const issuedAt = '2026-07-09T15:50:00Z';
  const lines = (await ask('6')).trimEnd().split('\n');
  expect(lines[0]).toBe(
    'INTERVAL_START,INTERVAL_END,TAC_AREA,MARKET_RUN_ID,VALUE,LOWER_BOUND,UPPER_BOUND,UNITS,ISSUED_AT',
  );
  for (const line of lines.slice(1)) expect(line.split(',').at(-1)).toBe(issuedAt);
  for (const row of JSON.parse(await ask('7')).forecast) {
    expect(Object.entries(row).at(-1)).toEqual(['issued_at', issuedAt]);
  }
  expect(await ask('5')).toContain(`</UPPER_BOUND>\n<ISSUED_AT>${issuedAt}</ISSUED_AT>\n</REPORT_DATA>`);
});

test('each hour of the real-time run has the issue that was current before it', async () => {
  const range = 'startdatetime=20260710T05:00-0700&enddatetime=20260710T09:00-0700';
  const query = `tac_area=PGE&market_run_id=RTM&${range}&issued=1&resultformat=6`;
  const issues = (await askC('/demand', query)).text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(issues).toEqual([
    '2026-07-09T15:50:00Z',
    '2026-07-09T15:50:00Z',
    '2026-07-10T13:50:00Z',
    '2026-07-10T14:50:00Z',
  ]);
});
