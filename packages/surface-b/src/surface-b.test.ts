import { ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompatSurface } from './compat-surface.js';
import { type AskB, askOf, FORECAST, openWorld, RANGE, type ReportWorld, receivedAt } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
let askB: AskB;
beforeAll(async () => {
  world = await openWorld();
  askB = askOf(world);
});

const FORMATS = [
  { format: '5', type: 'application/xml; charset=utf-8' },
  { format: '6', type: 'text/csv; charset=utf-8' },
  { format: '7', type: 'application/json; charset=utf-8' },
];

describe('formats', () => {
  const reports = [
    { report: 'SLD_FCST', query: FORECAST },
    { report: 'SLD_ACTUAL', query: `queryname=SLD_ACTUAL&${RANGE}` },
    { report: 'SLD_FCST_ACCURACY', query: 'queryname=SLD_FCST_ACCURACY' },
    { report: 'TAC_AREAS', query: 'queryname=TAC_AREAS' },
  ];
  test.each(reports.flatMap((report) => FORMATS.map((format) => ({ ...report, ...format }))))(
    '$report in resultformat $format is $type',
    async ({ report, query, format, type }) => {
      const answer = await askB(`${query}&resultformat=${format}&version=1`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(type);
      const [, saved = ''] = /^inline; filename="(.*)"$/.exec(answer.headers['content-disposition'] ?? '') ?? [];
      const ending = { '5': 'xml', '6': 'csv', '7': undefined }[format];
      expect(saved.startsWith(report) ? saved.split('.').at(-1) : undefined).toBe(ending);
    },
  );

  test.each(reports)('$report without resultformat is CSV', async ({ query }) => {
    expect((await askB(query)).headers['content-type']).toBe('text/csv; charset=utf-8');
  });
});

// docs/faults.md: fault 77
describe('entity tags', () => {
  const tag = async (query: string, at = receivedAt) => (await askB(query, { at })).headers['etag'];

  test('the same data at a later time has the same tag', async () => {
    for (const query of [FORECAST, `queryname=SLD_ACTUAL&${RANGE}`, 'queryname=TAC_AREAS']) {
      expect(await tag(query)).toMatch(/^W\/"[\w-]{22}"$/);
      expect(await tag(query, receivedAt + 60_000)).toBe(await tag(query));
    }
  });

  test('formats, areas, runs, ranges, reports and plans have tags of their own', async () => {
    const queries = ['5', '6', '7'].flatMap((format) =>
      [
        FORECAST,
        `${FORECAST}&tac_area_name=NYIS`,
        `${FORECAST}&tac_area_name=NYIS-TOTAL`,
        FORECAST.replace('DAM', '2DA'),
        FORECAST.replace('T09', 'T08'),
        `queryname=SLD_ACTUAL&${RANGE}`,
        'queryname=SLD_FCST_ACCURACY',
        'queryname=SLD_FCST_ACCURACY&tac_area_name=CISO',
        'queryname=TAC_AREAS',
      ].map((query) => `${query}&resultformat=${format}`),
    );
    const tags = await Promise.all(queries.map((query) => tag(query)));
    const plans = ['free', 'team'].map((plan) => ask(createCompatSurface(world), FORECAST, { receivedAt, plan }));
    const all = [...tags, ...(await Promise.all(plans)).map(({ headers }) => headers['etag'])];
    expect(new Set(all).size).toBe(all.length);
  });

  test('an hour that becomes known changes the tag', async () => {
    const query = 'queryname=SLD_ACTUAL&startdatetime=20260710T12:00Z&enddatetime=20260710T20:00Z';
    expect(await tag(query, receivedAt + 3_600_000)).not.toBe(await tag(query));
  });
});

describe('keys', () => {
  test.each([
    { query: 'queryname=TAC_AREAS', status: 200 },
    { query: 'queryname=+tac_areas+', status: 200 },
    { query: 'resultformat=7&queryname=TAC_AREAS', status: 200 },
    { query: 'queryname=TAC_AREAS&queryname=TAC_AREAS', status: 401 },
    { query: 'queryname=TAC_AREAS&queryname=SLD_FCST', status: 401 },
    { query: 'QUERYNAME=TAC_AREAS', status: 401 },
    { query: 'queryname=TAC_AREAS%00', status: 401 },
    { query: FORECAST, status: 401 },
    { query: '', status: 401 },
  ])('without a key "$query" is $status', async ({ query, status }) => {
    expect((await askB(query, { anonymous: true })).status).toBe(status);
  });

  test.each(['/', '/x', '/oasis', '//'])('there is no path %s', async (path) => {
    expect((await askB(FORECAST, { path })).status).toBe(404);
  });
});
