import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AskB, askOf, cellsOf, FORECAST, openWorld, RANGE } from '../testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let askB: AskB;
beforeAll(async () => {
  askB = askOf(await openWorld());
});

const ONE = `${FORECAST}&tac_area_name=CISO`;
/** The gate of CISO's day is at 16:00 UTC of the day before; its run was issued ten minutes earlier. */
const ISSUED_AT = '2026-07-09T15:50:00Z';

describe('issued=1', () => {
  test('CSV has it as its last column, the others as without it', async () => {
    const [plain, issued] = [await askB(ONE), await askB(`${ONE}&issued=1`)];
    expect(issued.text.split('\n')[0]).toBe(`${plain.text.split('\n')[0]},ISSUED_AT`);
    expect(cellsOf(issued)).toEqual(cellsOf(plain).map((cells) => [...cells, ISSUED_AT]));
    expect(issued.headers['etag']).not.toBe(plain.headers['etag']);
  });

  test('JSON has it as the last key, XML as the last tag', async () => {
    const { data } = JSON.parse((await askB(`${ONE}&issued=1&resultformat=7`)).text);
    for (const row of data) expect(Object.entries(row).at(-1)).toEqual(['issued_at', ISSUED_AT]);
    const { text } = await askB(`${ONE}&issued=1&resultformat=5`);
    expect(text.split(`</VALUE>\n<ISSUED_AT>${ISSUED_AT}</ISSUED_AT>\n</REPORT_DATA>`)).toHaveLength(3);
  });

  test.each(['issued=0', ''])('"%s" changes nothing', async (parameter) => {
    expect((await askB(`${ONE}&${parameter}`)).text).toBe((await askB(ONE)).text);
  });

  test.each([
    { query: `queryname=SLD_ACTUAL&${RANGE}&issued=1`, message: 'no value: only forecasts are issued' },
    { query: 'queryname=SLD_FCST_ACCURACY&issued=0', message: 'no value: only forecasts are issued' },
    { query: 'queryname=TAC_AREAS&issued=1', message: 'no value: only forecasts are issued' },
    { query: `${FORECAST}&issued=yes`, message: 'expected 0 or 1' },
  ])('$query is refused', async ({ query, message }) => {
    const answer = await askB(`${query}&resultformat=7`);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.text).toContain(`issued: expected`);
    expect(answer.text).toContain(message);
  });
});

test.each([
  { name: 'a whole forecast', query: ONE, issuedAt: ISSUED_AT, expected: '2', missing: '0' },
  { name: 'all areas', query: FORECAST, issuedAt: ISSUED_AT, expected: '16', missing: '0' },
  {
    name: 'a range that goes on after the last gate',
    query: ONE.replace('20260710T09:00', '20260713T07:00'),
    issuedAt: '2026-07-10T15:50:00Z',
    expected: '72',
    missing: '24',
  },
  {
    name: 'load up to now, in a range that goes on',
    query: `queryname=SLD_ACTUAL&tac_area_name=CISO&${RANGE.replace('T09:00', 'T22:00')}`,
    issuedAt: undefined,
    expected: '15',
    missing: '6',
  },
])('headers of $name', async ({ query, issuedAt, expected, missing }) => {
  for (const format of ['5', '6', '7']) {
    const { headers } = await askB(`${query}&resultformat=${format}`);
    expect([headers['x-forecast-issued-at'], headers['x-rows-expected'], headers['x-rows-missing']]).toEqual([
      issuedAt,
      expected,
      missing,
    ]);
  }
});
