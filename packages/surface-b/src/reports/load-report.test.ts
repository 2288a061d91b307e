import { reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createSurfaceB } from '../surface-b.js';
import { type AskB, askOf, FORECAST, openWorld, RANGE, type ReportWorld, receivedAt } from '../testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
let askB: AskB;
/** A surface B with one hour of load missing. */
let askGappy: AskB;
beforeAll(async () => {
  world = await openWorld();
  askB = askOf(world);
});

const GAP_HOUR = Date.parse('2026-07-05T12:00Z');
const GAP = 'startdatetime=20260705T12:00Z&enddatetime=20260705T13:00Z';
const LATE = 'startdatetime=20260710T16:00Z&enddatetime=20260710T17:00Z';

describe('no data', () => {
  beforeAll(async () => {
    const gappy = await reportWorld('2026-06-20', '2026-07-10', { missingActuals: [GAP_HOUR], areas: ['caiso'] });
    askGappy = askOf(gappy);
  });

  test('a gate that was missed is named, with the next run of its kind', async () => {
    const query = FORECAST.replace('DAM', '15DA').replaceAll('20260710', '20260701');
    const { error } = JSON.parse((await askB(`${query}&tac_area_name=CISO&resultformat=7`)).text);
    expect(error.message).toBe(
      'No data for CISO 15DA: no forecast had been issued by the gate of 15DA for these hours, 2026-06-16T16:00:00Z, and none is backdated. The next 15DA is for 2026-07-26, at 2026-07-11T16:00:00Z',
    );
  });

  test.each([
    {
      name: 'a day whose gate is to come',
      query: FORECAST.replaceAll('20260710', '20260712'),
      reason: 'not_covered',
      expectedAt: '2026-07-11T16:00:00Z',
    },
    {
      name: 'a day before the first load',
      query: FORECAST.replaceAll('20260710', '20260610'),
      reason: 'before_history',
    },
    {
      name: 'a day whose gate was before the first forecast',
      query: FORECAST.replace('DAM', '15DA').replaceAll('20260710', '20260701'),
      reason: 'not_issued',
      expectedAt: '2026-07-11T16:00:00Z',
    },
    {
      name: 'load of so long ago that none is kept',
      query: `queryname=SLD_ACTUAL&${RANGE.replaceAll('20260710', '19900101')}`,
      reason: 'before_history',
    },
    { name: 'load that the source left out', query: `queryname=SLD_ACTUAL&${GAP}`, reason: 'source_gap' },
    { name: 'load that is late', query: `queryname=SLD_ACTUAL&${LATE}`, reason: 'source_late' },
    {
      name: 'the accuracy as it was known before the first load',
      query: `queryname=SLD_FCST_ACCURACY&as_of=2026-06-01T00:00:00Z`,
      reason: 'not_issued',
      expectedAt: '2026-06-01T16:00:00Z',
    },
    {
      name: 'the accuracy of a run without a gate yet',
      query: `queryname=SLD_FCST_ACCURACY&market_run_id=15DA&as_of=2026-07-03T00:00:00Z`,
      reason: 'not_issued',
      expectedAt: '2026-07-03T16:00:00Z',
    },
    {
      name: 'actuals to come',
      query: `queryname=SLD_ACTUAL&${RANGE.replaceAll('20260710', '20260712')}`,
      reason: 'not_covered',
      expectedAt: '2026-07-12T08:00:00Z',
    },
    {
      name: 'a range without a whole hour',
      query: FORECAST.replace('07:00-0000', '07:10-0000').replace('09:00-0000', '07:50-0000'),
      reason: 'not_covered',
    },
  ])('$name is $reason', async ({ query, reason, expectedAt }) => {
    const answer = await askGappy(`${query}&tac_area_name=CISO&resultformat=7`);
    expect(answer.status).toBe(404);
    const details = { reason, ...(expectedAt && { expected_at: expectedAt }) };
    expect(JSON.parse(answer.text).error).toMatchObject({ code: 'no_data', details });
  });

  test('an area without data is left out, the others are answered', async () => {
    const few = await reportWorld('2026-07-01', '2026-07-10', { areas: ['pjm'] });
    const answer = await ask(createSurfaceB(few), FORECAST, { receivedAt });
    expect(
      new Set(
        answer.text
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',')[7]),
      ),
    ).toEqual(new Set(['PJM']));
  });
});

describe('answers', () => {
  test('rows are in the order of areas of the contract, then by time, and groups count from 1', async () => {
    const query = FORECAST.replace('20260710T07:00', '20260709T00:00').replace('20260710T09:00', '20260710T12:00');
    const rows = (await askB(query)).text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const areas = [...new Set(rows.map((row) => row[7]))];
    expect(areas).toEqual(['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL']);
    for (const area of areas) {
      const starts = rows.filter((row) => row[7] === area).map((row) => row[0]!);
      expect(starts).toEqual([...starts].sort());
      expect(starts).toHaveLength(36);
    }
    const blocks = [...new Set(rows.map((row) => `${row[7]} ${row[3]} ${row[13]}`))];
    expect(blocks.map((block) => Number(block.split(' ')[2]))).toEqual(blocks.map((_, i) => i + 1));
  });

  test('XML has one RTO per ISO', async () => {
    const { text } = await askB(`${FORECAST}&resultformat=5`);
    expect([...text.matchAll(/<RTO>\n<name>([^<]+)/g)].map((match) => match[1])).toEqual([
      'CAISO',
      'ISONE',
      'MISO',
      'NYISO',
      'PJM',
      'SPP',
      'ERCOT',
    ]);
    expect([...text.matchAll(/<TZ>([^<]+)/g)].map((match) => match[1])).toEqual([
      'PPT',
      'EPT',
      'EST',
      'EPT',
      'EPT',
      'EPT',
      'CPT',
      'CPT',
    ]);
  });

  test('JSON repeats the parameters and has the count, the model and the time', async () => {
    const answer = JSON.parse((await askB(`${FORECAST}&resultformat=7&tac_area_name=ciso`)).text);
    expect(Object.keys(answer)).toEqual([
      'queryname',
      'market_run_id',
      'tac_area_name',
      'startdatetime',
      'enddatetime',
      'version',
      'count',
      'model',
      'generated_at',
      'data',
    ]);
    expect(answer).toMatchObject({
      queryname: 'SLD_FCST',
      market_run_id: 'DAM',
      tac_area_name: 'CISO',
      startdatetime: '2026-07-10T07:00:00+00:00',
      version: 1,
      count: 2,
      model: 'made-up-1.2.3',
      generated_at: '2026-07-10T18:00:30+00:00',
    });
  });

  test('as_of answers only from what was available then', async () => {
    const asOf = (instant: string) => askB(`${FORECAST}&tac_area_name=CISO&as_of=${instant}`);
    expect((await asOf('2026-07-09T15:59:59Z')).status).toBe(404);
    expect((await asOf('2026-07-09T16:00:00Z')).text).toBe((await askB(`${FORECAST}&tac_area_name=CISO`)).text);
    expect((await asOf('2099-01-01T00:00:00Z')).status).toBe(400);
  });

  test('a past answer stays the same for ever', async () => {
    const later = await askB(FORECAST, { at: receivedAt + 400 * 86_400_000 });
    expect(later.text).toBe((await askB(FORECAST)).text);
  });

  test('a large answer comes in chunks and is the small answers put together', async () => {
    const wide = FORECAST.replace('20260710T07:00', '20260622T07:00');
    const whole = await askB(wide);
    const byArea = await Promise.all(
      ['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL'].map((code) =>
        askB(`${wide}&tac_area_name=${code}`),
      ),
    );
    const withoutGroup = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/,\d+$/, ''));
    expect(withoutGroup(whole.text)).toEqual(byArea.flatMap(({ text }) => withoutGroup(text)));
    expect(withoutGroup(whole.text).length).toBeGreaterThan(1_000);
  });
});
