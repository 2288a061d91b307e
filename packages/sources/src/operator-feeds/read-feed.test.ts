import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { FeedRefusal } from './feed.js';
import { FEEDS } from './feeds.data.js';
import { readFeed } from './read-feed.js';

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);
const read = (id: string, text: string | Uint8Array, receivedAt: string, fileName = '') =>
  readFeed(FEEDS.find((feed) => feed.id === id)!, bytesOf(text), { fileName, receivedAt: Date.parse(receivedAt) });
const starts = (values: readonly { start: number }[]) =>
  values.map(({ start }) => new Date(start).toISOString().slice(0, 16));

/** A made-up file of NYISO's shape: labels of wall time from a day on. */
function isolf(labels: readonly string[], mw: (i: number) => number = (i) => 15_000 + i): string {
  const rows = labels.map((label, i) => `"${label}",1,2,3,4,5,6,7,8,9,10,11,${mw(i)}`);
  return [
    '"Time Stamp","Capitl","Centrl","Dunwod","Genese","Hud Vl","Longil","Mhk Vl","Millwd","N.Y.C.","North","West","NYISO"',
    ...rows,
    '',
  ].join('\n');
}
const day = (date: string, hours = 24): string[] =>
  Array.from({ length: hours }, (_, hour) => `${date} ${String(hour).padStart(2, '0')}:00`);

describe('labels become interval starts in UTC', () => {
  const SPRING = day('03/08/2026').filter((label) => !label.endsWith('02:00'));
  const AUTUMN = [...day('11/01/2026', 2), '11/01/2026 01:00', ...day('11/01/2026').slice(2)];
  test.each([
    {
      name: 'an ordinary day',
      labels: day('06/15/2026'),
      first: '2026-06-15T04:00',
      last: '2026-06-16T03:00',
      hours: 24,
    },
    { name: 'the spring change', labels: SPRING, first: '2026-03-08T05:00', last: '2026-03-09T03:00', hours: 23 },
    { name: 'the autumn change', labels: AUTUMN, first: '2026-11-01T04:00', last: '2026-11-02T04:00', hours: 25 },
    { name: 'a leap day', labels: day('02/29/2028'), first: '2028-02-29T05:00', last: '2028-03-01T04:00', hours: 24 },
    {
      name: 'the last day of a year',
      labels: day('12/31/2026'),
      first: '2026-12-31T05:00',
      last: '2027-01-01T04:00',
      hours: 24,
    },
  ])('NYISO, $name', ({ labels, first, last, hours }) => {
    const { forecast } = read('nyiso.isolf', isolf(labels), new Date(Date.parse(`${first}Z`) - HOUR_MS).toISOString());
    expect([starts(forecast)[0], starts(forecast).at(-1), forecast.length]).toEqual([first, last, hours]);
  });

  test('SPP, interval ends in GMT; the name holds the issue, with a d in the second of the repeated hours', () => {
    const text =
      'Interval,GMTIntervalEnd,MTLF,Averaged Actual,BAA\n11/01/2026 02:00:00,11/01/2026 09:00:00,30000,,SPP\n11/01/2026 02:00:00,11/01/2026 08:00:00,30100,,SPP\n';
    const published = (name: string) =>
      new Date(read('spp.mtlf', text, '2026-11-01T07:00Z', name).publishedAt).toISOString();
    expect(starts(read('spp.mtlf', text, '2026-11-01T06:00Z').forecast)).toEqual([
      '2026-11-01T07:00',
      '2026-11-01T08:00',
    ]);
    expect(published('OP-MTLF-202611010100.csv')).toBe('2026-11-01T06:00:00.000Z');
    expect(published('OP-MTLF-202611010100d.csv')).toBe('2026-11-01T07:00:00.000Z');
  });

  test('MISO, Eastern standard time also in summer; numbers are texts, with a comma or without', () => {
    const text = JSON.stringify({
      LoadInfo: {
        RefId: '03-Sep-2026 - Interval 13:25 EST',
        MediumTermLoadForecast: [{ Forecast: { HourEnding: '24', LoadForecast: '92,334' } }],
        FiveMinTotalLoad: Array.from({ length: 12 }, (_, i) => ({
          Load: { Time: `12:${String(5 * i).padStart(2, '0')}`, Value: '114000' },
        })),
      },
    });
    const { load, newest, forecast } = read('miso.real-time', text, '2026-09-03T18:30Z');
    expect(starts(load)).toEqual(['2026-09-03T17:00']);
    expect(starts(forecast)).toEqual(['2026-09-04T04:00']);
    expect(newest).toEqual({ start: Date.parse('2026-09-03T17:55Z'), mw: 114_000 });
    const zoned = text.replace(' EST', ' EDT');
    expect(() => read('miso.real-time', zoned, '2026-09-03T18:30Z')).toThrow('RefId is no day and time in EST');
  });

  const caiso = (date: string, from: number, count: number) => {
    const label = (i: number) => new Date(Date.parse(`${date}T00:00Z`) + i * 5 * MINUTE_MS).toISOString();
    const rows = Array.from({ length: count }, (_, i) => {
      const text = label(from + i);
      return `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 16)},25000,${26_000 + Math.floor(i / 12)}`;
    });
    return ['Time,Demand,Day-ahead demand forecast', ...rows, ''].join('\n');
  };
  test('CAISO, ends in wall time: the repeated hour is there once and left out, the rest of the file is read', () => {
    const autumn = read('caiso.seven-day', caiso('2026-10-31', 0, 289 + 288), '2026-10-31T06:00Z').forecast;
    expect([starts(autumn)[0], starts(autumn).at(-1), autumn.length]).toEqual([
      '2026-10-31T07:00',
      '2026-11-02T07:00',
      47,
    ]);
    expect(starts(autumn)).not.toContain('2026-11-01T08:00');
    expect(starts(autumn)).not.toContain('2026-11-01T09:00');
    // Another hour that is missing is named on that day too.
    const rows = caiso('2026-10-31', 0, 289 + 288).split('\n');
    const gap = read('caiso.seven-day', [...rows.slice(0, 100), ...rows.slice(112)].join('\n'), '2026-10-31T06:00Z');
    expect(gap.leftOut).toContainEqual(expect.stringContaining('hours are missing, the first before 2026-10-31T'));
    const { load } = read('caiso.seven-day', caiso('2026-10-31', 0, 289), '2026-11-01T08:00Z');
    expect([starts(load)[0], starts(load).at(-1), load.length]).toEqual(['2026-10-31T07:00', '2026-11-01T06:00', 24]);
  });

  test('PJM, starts in UTC; packed although nobody said so', () => {
    const row = (hour: number) => ({
      evaluated_at_datetime_utc: '2026-07-15T09:17:53.5',
      forecast_datetime_beginning_utc: `2026-07-15T${String(hour).padStart(2, '0')}:00:00`,
      forecast_area: 'RTO_COMBINED',
      forecast_load_mw: 100_000 + hour,
    });
    const packed = gzipSync(JSON.stringify({ items: [8, 9, 10, 11].map(row) }));
    expect(starts(read('pjm.seven-day', packed, '2026-07-15T09:20Z').forecast)).toEqual([
      '2026-07-15T10:00',
      '2026-07-15T11:00',
    ]);
  });
});

describe('a reply with a fault is refused by name, with the hash of its bytes', () => {
  const good = isolf([...day('06/15/2026'), ...day('06/16/2026')]);
  const at = '2026-06-14T12:00Z';
  const lines = good.split('\n');
  test.each([
    { name: 'nothing', text: '', fault: 'empty' },
    { name: 'a web page', text: '<!DOCTYPE html><html><body>Maintenance</body></html>', fault: 'web_page' },
    { name: 'a body cut within a row', text: good.slice(0, -30), fault: 'cut_short' },
    { name: 'a body cut within its last number', text: good.slice(0, -3), fault: 'cut_short' },
    { name: 'gzip that is cut', text: gzipSync(good).subarray(0, 60), fault: 'cut_short' },
    { name: 'another table', text: 'a,b\n1,2\n', fault: 'unexpected' },
    { name: 'a day of last year', text: isolf(day('06/15/2025')), fault: 'wrong_day' },
    { name: 'kilowatts', text: isolf(day('06/15/2026'), () => 15_000_000), fault: 'wrong_unit' },
    { name: 'gigawatts', text: isolf(day('06/15/2026'), () => 15), fault: 'wrong_unit' },
    {
      name: 'every hour twice with two values',
      text: [
        ...lines,
        ...isolf(day('06/15/2026'), () => 17_000)
          .split('\n')
          .slice(1),
      ]
        .join('\n')
        .replace('\n\n', '\n'),
      fault: 'repeated_hour',
    },
    { name: 'half a day missing', text: [...lines.slice(0, 9), ...lines.slice(21)].join('\n'), fault: 'missing_hour' },
    { name: 'labels that are no times', text: good.replaceAll('06/1', '02/3'), fault: 'unexpected' },
    { name: 'loads that are no numbers', text: good.replaceAll(/,\d+$/gm, ',n.v.'), fault: 'unexpected' },
  ])('$name: $fault', ({ text, fault }) => {
    const attempt = (): unknown => {
      try {
        return read('nyiso.isolf', text, at);
      } catch (error) {
        return error;
      }
    };
    const refusal = attempt();
    expect(refusal).toBeInstanceOf(FeedRefusal);
    expect(refusal).toMatchObject({ fault, sha256: createHash('sha256').update(bytesOf(text)).digest('hex') });
  });

  test('a file whose name is of another day than its rows is refused', () => {
    expect(() => read('nyiso.isolf', good, at, '20260616isolf.csv')).toThrow(
      'the file of 2026-06-16 begins on 06/15/2026',
    );
  });

  test('an error object with status 200 is no data: the address has moved', () => {
    expect(() => read('miso.real-time', '{"error":"no data"}', at)).toThrow('the address may have moved');
  });
});

/** ERCOT's supply-demand of a week with the autumn change: figures from a formula, two hours of load. */
function supplyDemand(edit: (reply: Ercot) => void = () => {}): string {
  const [received, first] = [Date.parse('2026-10-28T20:00Z'), Date.parse('2026-10-29T05:00Z')];
  const [summer, change] = [5 * HOUR_MS, Date.parse('2026-11-01T07:00Z')];
  const reply: Ercot = {
    lastUpdated: '2026-10-28 15:00:00-0500',
    data: Array.from({ length: 25 }, (_, i) => ({
      demand: 50_840 + 5 * i,
      forecast: 0,
      epoch: received - (24 - i) * 5 * MINUTE_MS,
    })),
    forecast: Array.from({ length: 145 }, (_, i) => {
      const start = first + i * HOUR_MS;
      const wall = new Date(start - (start < change ? summer : summer + HOUR_MS));
      const dstFlag = start === change ? 'Y' : 'N';
      const [deliveryDate, hourEnding] = [wall.toISOString().slice(0, 10), wall.getUTCHours() + 1];
      return { deliveryDate, hourEnding, dstFlag, forecastedDemand: 45_000 + i, epoch: start + HOUR_MS };
    }),
  };
  edit(reply);
  return JSON.stringify(reply);
}
interface Ercot {
  lastUpdated: string;
  data: Record<string, unknown>[];
  forecast: Record<string, unknown>[];
}

describe('one bad part of a reply takes nothing from its good parts', () => {
  // Rows 72 to 97 are of the autumn day: 73 is 01:00 CDT, 74 is 01:00 CST.
  test.each<{ name: string; edit?: (reply: Ercot) => void; load?: number; forecast?: number; leftOut: string[] }>([
    { name: 'nothing is wrong', leftOut: [] },
    {
      name: 'a load is null',
      edit: ({ data }) => (data[3]!['demand'] = null),
      load: 1,
      leftOut: ['1 rows of the load: not as documented at demand'],
    },
    {
      name: 'a forecast is null',
      edit: ({ forecast }) => (forecast[30]!['forecastedDemand'] = null),
      forecast: 144,
      leftOut: [
        '1 rows of the forecast: not as documented at forecastedDemand',
        'forecast: 1 hours are missing, the first before 2026-10-30T12',
      ],
    },
    {
      name: 'an hour of the forecast is absent',
      edit: ({ forecast }) => forecast.splice(40, 1),
      forecast: 144,
      leftOut: ['forecast: 1 hours are missing, the first before 2026-10-30T22'],
    },
    {
      name: 'a row of the forecast comes twice',
      edit: ({ forecast }) => forecast.push(forecast[40]!),
      leftOut: ['forecast: 1 intervals are given twice'],
    },
    {
      name: 'a row of the forecast comes twice with two values',
      edit: ({ forecast }) => forecast.push({ ...forecast[40]!, forecastedDemand: 47_000 }),
      forecast: 144,
      leftOut: ['forecast: 1 intervals are given twice', 'forecast: 1 hours are missing'],
    },
    {
      name: 'the repeated hour is absent',
      edit: ({ forecast }) => forecast.splice(74, 1),
      forecast: 144,
      leftOut: ['forecast: 1 hours are missing, the first before 2026-11-01T08'],
    },
    {
      name: 'HE3 comes twice in place of HE2, the second one with the flag',
      edit: ({ forecast }) => {
        Object.assign(forecast[74]!, { hourEnding: 3, dstFlag: 'N' });
        forecast[75]!['dstFlag'] = 'Y';
      },
      forecast: 144,
      leftOut: ['1 rows of the forecast: label and timestamp of an hour differ', 'forecast: 1 hours are missing'],
    },
    {
      name: 'the autumn day has the hours 1 to 25',
      edit: ({ forecast }) => {
        for (const [i, row] of forecast.slice(74, 97).entries())
          Object.assign(row, { hourEnding: 3 + i, dstFlag: 'N' });
      },
      forecast: 122,
      leftOut: [
        '1 rows of the forecast: not as documented at hourEnding',
        '22 rows of the forecast: label and timestamp of an hour differ',
        'forecast: 23 hours are missing',
      ],
    },
    {
      name: 'every forecast is null',
      edit: ({ forecast }) => {
        for (const row of forecast) row['forecastedDemand'] = null;
      },
      forecast: 0,
      leftOut: ['145 rows of the forecast: not as documented at forecastedDemand'],
    },
    {
      name: 'the time of publication is none',
      edit: (reply) => (reply.lastUpdated = 'soon'),
      leftOut: ["1 rows of the time of publication: 'soon' is no time with an offset"],
    },
  ])('ERCOT: $name', ({ edit, load = 2, forecast = 145, leftOut }) => {
    const reply = read('ercot.supply-demand', supplyDemand(edit), '2026-10-28T20:01Z');
    expect([reply.load.length, reply.forecast.length]).toEqual([load, forecast]);
    expect(reply.leftOut).toEqual(leftOut.map((text) => expect.stringContaining(text)));
    expect(reply.isPartial).toBe(leftOut.length > 0);
    // No hour has the value of another.
    for (const { start, mw } of reply.forecast)
      expect(mw).toBe(45_000 + (start - Date.parse('2026-10-29T05:00Z')) / HOUR_MS);
  });

  test('null forecasts of SPP beside loads: the loads are kept', () => {
    const rows = Array.from(
      { length: 20 },
      (_, i) =>
        `x,07/14/2026 ${String(i + 1).padStart(2, '0')}:00:00,${i < 3 ? 'null' : 39_000},${i === 5 ? 'bad' : '"38,100"'},SPP`,
    );
    const text = ['Interval,GMTIntervalEnd,MTLF,Averaged Actual,BAA', ...rows, ''].join('\n');
    const { load, leftOut } = read('spp.mtlf', text, '2026-07-14T22:00Z');
    expect(load.map(({ mw }) => mw)).toEqual(Array.from({ length: 19 }, () => 38_100));
    expect(leftOut).toContainEqual("1 rows of the load: 'bad' is no number");
  });

  // Layouts of 2026-04-27 and what might come: figures from a formula.
  test.each(['ok-header6', 'blank-after-day', 'hour-as-text', 'day-as-text'])('MISO, df_al, %s', (layout) => {
    const bytes = readFileSync(new URL(`./parse/miso-layouts/${layout}.xls.gz`, import.meta.url));
    const { load, forecast } = read('miso.df-al', bytes, '2026-04-27T05:10Z', '20260427_df_al.xls');
    expect([starts(load)[0], load.length, load[0]!.mw]).toEqual(['2026-04-26T05:00', 24, 70_100]);
    expect([starts(forecast)[0], forecast.length]).toEqual(['2026-04-27T05:00', 144]);
  });
});

test('hours before the publication, a last day of one value, and the partial newest hour are left out', () => {
  const placeholder = isolf([...day('06/15/2026'), ...day('06/16/2026')], (i) => (i < 24 ? 15_000 + i : 16_000));
  const { forecast, leftOut } = read('nyiso.isolf', placeholder, '2026-06-15T10:30Z');
  expect(starts(forecast)[0]).toBe('2026-06-15T11:00');
  expect(forecast).toHaveLength(17);
  expect(leftOut).toEqual(['24 hours of a last day with one value', '7 hours before the publication']);

  const header = 'Interval,GMTIntervalEnd,MTLF,Averaged Actual,BAA';
  const rows = [
    '07/15/2026 00:00:00,07/15/2026 05:00:00,38091,20432,SPP',
    '07/14/2026 23:00:00,07/15/2026 04:00:00,39000,39100,SPP',
  ];
  const spp = read('spp.mtlf', [header, ...rows, ''].join('\n'), '2026-07-15T05:05Z', 'OP-MTLF-202607150000.csv');
  expect(spp.load).toEqual([{ start: Date.parse('2026-07-15T03:00Z'), mw: 39_100 }]);
  expect(spp.leftOut[0]).toBe('1 hours of which a part was measured');
});

test('each feed has its own id, belongs to one of the seven grids, and those of PJM need a key', () => {
  expect(new Set(FEEDS.map(({ id }) => id)).size).toBe(FEEDS.length);
  expect(new Set(FEEDS.map(({ areaId }) => areaId)).size).toBe(7);
  expect(FEEDS.filter(({ areaId, key }) => areaId === 'pjm' && key === undefined)).toEqual([]);
});
