import { createHash } from 'node:crypto';
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

  const ercot = (rows: readonly string[]) =>
    ['DeliveryDate,HourEnding,North,SystemTotal,DSTFlag    ', ...rows, ''].join('\n');
  const hourEndings = (date: string, skip = 0) =>
    Array.from({ length: 24 }, (_, i) => i + 1)
      .filter((hour) => hour !== skip)
      .map((hour) => `${date},${hour}:00,1,${50_000 + hour},N`);
  const repeated = hourEndings('11/01/2026').flatMap((row) =>
    row.includes(',2:00') ? [row, '11/01/2026,2:00,1,50002,Y'] : [row],
  );
  test.each([
    { name: 'the spring change', rows: hourEndings('03/08/2026', 3), first: '2026-03-08T06:00', hours: 23 },
    { name: 'the autumn change', rows: repeated, first: '2026-11-01T05:00', hours: 25 },
    { name: 'a leap day', rows: hourEndings('02/29/2028'), first: '2028-02-29T06:00', hours: 24 },
    { name: 'the last day of a year', rows: hourEndings('12/31/2026'), first: '2026-12-31T06:00', hours: 24 },
  ])('ERCOT, hour endings, $name', ({ rows, first, hours }) => {
    const at = new Date(Date.parse(`${first}Z`) - HOUR_MS).toISOString();
    const { forecast } = read('ercot.mis', ercot(rows), at);
    expect([starts(forecast)[0], forecast.length]).toEqual([first, hours]);
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
    // Another hour that is missing is a fault on that day too.
    const rows = caiso('2026-10-31', 0, 289 + 288).split('\n');
    expect(() =>
      read('caiso.seven-day', [...rows.slice(0, 100), ...rows.slice(112)].join('\n'), '2026-10-31T06:00Z'),
    ).toThrow('an hour is missing');
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
    { name: 'a zip that is cut', text: Buffer.from('PK\u0003\u0004 and no more'), fault: 'cut_short' },
    { name: 'another table', text: 'a,b\n1,2\n', fault: 'unexpected' },
    { name: 'a day of last year', text: isolf(day('06/15/2025')), fault: 'wrong_day' },
    { name: 'kilowatts', text: isolf(day('06/15/2026'), () => 15_000_000), fault: 'wrong_unit' },
    { name: 'gigawatts', text: isolf(day('06/15/2026'), () => 15), fault: 'wrong_unit' },
    {
      name: 'an hour twice',
      text: [...lines.slice(0, 9), lines[8], ...lines.slice(9)].join('\n'),
      fault: 'repeated_hour',
    },
    { name: 'an hour missing', text: [...lines.slice(0, 9), ...lines.slice(10)].join('\n'), fault: 'missing_hour' },
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
