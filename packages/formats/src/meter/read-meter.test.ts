import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MeterOptions, readMeter } from './read-meter.js';

const CHICAGO = 'America/Chicago';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, options: MeterOptions = { timezone: CHICAGO }) => readMeter(bytes(text), options);
const utc = (text: string) => Date.parse(`${text}:00Z`);
const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ');

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const units = new DataView(new ArrayBuffer(2 * text.length + 2));
  for (const [at, unit] of [0xfeff, ...text.split('').map((char) => char.charCodeAt(0))].entries())
    units.setUint16(2 * at, unit, !isBigEndian);
  return new Uint8Array(units.buffer);
}

/** The first two hours of a file: 10 and 12 MW from 2024-03-13 13:00 of Chicago, 18:00 UTC. */
const SAME: readonly { name: string; file: string | Uint8Array; options?: MeterOptions }[] = [
  { name: 'a local time', file: 'timestamp,load_mw\n2024-03-13 13:00,10\n2024-03-13 14:00,12\n' },
  { name: 'a UTC offset', file: 'Time,MW\n2024-03-13T13:00:00-05:00,10\n2024-03-13T14:00:00-05:00,12', options: {} },
  // Public reports tried on 26 November 2026: graph-cli #44, telegraf #15047, homeassistant-statistics #82, pandas #9677.
  { name: 'seconds since 1970', file: 'time,MW\n1710352800,10\n1710356400,12', options: {} },
  { name: 'milliseconds since 1970', file: 'ts,MW\n1710352800000,10\n1710356400000,12', options: {} },
  { name: 'the letters of a zone', file: 'time,MW\n2024-03-13 13:00 CDT,10\n2024-03-13 14:00 CDT,12', options: {} },
  { name: 'letters and the month first', file: 'time,MW\n3/13/2024 2:00 PM EDT,10\n3/13/2024 3:00 PM EDT,12' },
  {
    name: 'a history of Home Assistant',
    file: 'entity_id,state,last_changed\nsensor.p,10,2024-03-13T18:00:00.000Z\nsensor.p,12,2024-03-13T19:00:00.000Z',
    options: { unit: 'MW' },
  },
  { name: 'an index without a name', file: ',MW\n2024-03-13 13:00:00,10\n2024-03-13 14:00:00,12' },
  { name: 'a column of another language', file: 'Zeitpunkt;MW\n13.03.2024 13:00;10\n13.03.2024 14:00;12' },
  {
    name: 'the time of an export above the header',
    file: 'Plant,7\nCreated,2024-05-01 10:00\nZeit,MW\n2024-03-13 13:00,10\n2024-03-13 14:00,12',
  },
  { name: 'Z', file: 'DATETIME,Load [MW]\n2024-03-13T18:00Z,10\n2024-03-13T19:00Z,12', options: {} },
  {
    name: 'a header that names UTC',
    file: 'Timestamp (UTC),MW\n2024-03-13 18:00,10\n2024-03-13 19:00,12',
    options: {},
  },
  { name: 'a header that names standard time', file: 'Time (UTC-06:00),MW\n3/13/2024 12:00,10\n3/13/2024 13:00,12' },
  { name: 'NDJSON', file: '{"time":"2024-03-13 13:00","load_mw":10}\n{"load_mw":12,"time":"2024-03-13 14:00"}\n' },
  {
    name: 'NDJSON in kW, with fields that no column needs',
    file: '{"at_time":"2024-03-13T18:00Z","load_kw":10000,"x":{"y":1}}\n{"at_time":"2024-03-13T19:00Z","load_kw":12e3}',
    options: {},
  },
  { name: 'kW', file: 'time,Demand (kW)\n2024-03-13 13:00,10000\n2024-03-13 14:00,12000' },
  { name: 'kWh a quarter of an hour', file: quarters('IntervalStart,usagekWh', 2500, 3000) },
  { name: 'kW a quarter of an hour', file: quarters('Interval_Start,kw', 10_000, 12_000) },
  {
    name: 'a unit that is given',
    file: 'time,load\n2024-03-13 13:00,0.01\n2024-03-13 14:00,0.012',
    options: { timezone: CHICAGO, unit: 'GW' },
  },
  { name: 'a unit row', file: 'Hour beginning,Load\nlocal time,kW\n3/13/2024 13:00,10000\n3/13/2024 14:00,12000' },
  {
    // open-energy-view #38
    name: 'a column of units, with quarters',
    file: quarters('INTERVAL,USAGE', 2500, 3000).replace('USAGE', 'USAGE,UNITS').replace(/00$/gm, '00,kWh'),
  },
  {
    name: 'a column of units that are none',
    file: 'time,load,Unit\n2024-03-13 13:00,10,power\n2024-03-13 14:00,12,power',
    options: { timezone: CHICAGO, unit: 'MW' },
  },
  // EIA API v2 and electricitymaps #2188: hours without minutes.
  { name: 'hours without minutes', file: 'period,MW\n2024-03-13T13,10\n2024-03-13T14,12' },
  {
    name: 'hours without minutes, with an offset',
    file: 'period,MW\n2024-03-13T13-05,10\n2024-03-13T14-05,12',
    options: {},
  },
  { name: 'interval ends', file: 'Interval End,MW\n2024-03-13 14:00,10\n2024-03-13 15:00,12' },
  {
    name: 'a start and an end',
    file: 'End,Start,MW\n3/13/2024 2:00 PM,3/13/2024 1:00 PM,10\n3/13/2024 3:00 PM,3/13/2024 2:00 PM,12',
  },
  {
    name: 'a date and a clock',
    file: 'DATE,START TIME,END TIME,USAGE (MWh),COST\n3/13/2024,13:00,13:59,10,$1\n3/13/2024,14:00,14:59,12,$2',
  },
  { name: 'a date and an hour ending', file: 'Date,HE,MW\n3/13/2024,14,10\n3/13/2024,15,12' },
  { name: 'numbered hours from 0', file: 'Date,Hour,MW\n3/13/2024,13,10\n3/13/2024,14,12\n3/14/2024,0,13' },
  { name: 'the newest line first', file: 'time,MW\n2024-03-13 14:00,12\n2024-03-13 13:00,10' },
  {
    name: 'lines above the header',
    file: 'Name,Plant 7\nStart date,2024-03-13\n\nTime,MW\n2024-03-13 13:00,10\n2024-03-13 14:00,12',
  },
  { name: 'the byte order mark and CRLF', file: '\uFEFFtime,MW\r\n2024-03-13 13:00,10\r\n2024-03-13 14:00,12\r\n' },
  { name: 'sep=', file: 'sep=;\ntime;MW\n13.03.2024 13:00;10\n13.03.2024 14:00;12' },
  { name: 'decimal commas', file: 'time;kW\n13.03.2024 13:00;10.000,0\n13.03.2024 14:00;12.000,0' },
  { name: 'thousands', file: 'time,kW\n3/13/2024 13:00,"10,000"\n3/13/2024 14:00,"12,000"' },
  { name: 'thousands with blanks', file: 'time;kW\n2024-03-13 13:00;10\u00A0000,00\n2024-03-13 14:00;12 000,00' },
  { name: 'UTF-16 with tabs', file: utf16('Time\tMW\r\n3/13/2024 13:00\t10\r\n3/13/2024 14:00\t12', false) },
  { name: 'UTF-16, the other way round', file: utf16('Time\tMW\r\n3/13/24 13:00\t10\r\n3/13/24 14:00\t12', true) },
  { name: 'the day first', file: 'time,MW\n13/03/2024 13:00,10\n13/03/2024 14:00,12\n14/03/2024 0:00,3' },
  { name: 'named months', file: 'time,MW\n13-Mar-2024 13:00,10\n13-Mar-2024 14:00,12' },
  {
    name: 'a column that is chosen',
    file: 'time,kW,MW\n2024-03-13 13:00,1,10\n2024-03-13 14:00,1,12',
    options: { timezone: CHICAGO, column: 'mw' },
  },
  { name: 'a spreadsheet’s day numbers', file: 'time,MW\n45364.541666666664,10\n45364.583333333336,12' },
  { name: 'day numbers with four decimals', file: 'time,MW\n45364.5417,10\n45364.5833,12' },
  { name: 'day numbers with decimal commas', file: 'time;MW\n45364,5416666667;10\n45364,5833333333;12' },
  { name: 'day numbers of UTC', file: 'Time (UTC),MW\n45364.75,10\n45364.7916666667,12', options: {} },
  { name: 'day numbers of ends', file: 'Interval End,MW\n45364.583333333,10\n45364.625,12' },
  { name: 'a day’s number and a clock', file: 'Date,Start,MW\n45364,13:00,10\n45364,14:00,12' },
  { name: 'a day’s number and a fraction', file: 'Date,Start,MW\n45364,0.5416666667,10\n45364,0.5833333333,12' },
  { name: 'a day’s number and an hour', file: 'Date,HE,MW\n45364,14,10\n45364,15,12' },
  {
    name: 'a load that looks like a day',
    file: 'time,load day MW\n2024-03-13 13:00,10\n2024-03-13 14:00,12\n2024-03-13 15:00,45364.5',
  },
  { name: 'a meter’s number beside it', file: 'meter,time,load MW\n77,2024-03-13 13:00,10\n77,2024-03-13 14:00,12' },
];

function quarters(header: string, first: number, second: number): string {
  const rows = Array.from(
    { length: 8 },
    (_, i) => `2024-03-13 ${13 + (i >> 2)}:${String(15 * (i % 4)).padStart(2, '0')},${i < 4 ? first : second}`,
  );
  return [header, ...rows].join('\n');
}

test.each(SAME)('$name', ({ file, options = { timezone: CHICAGO } }) => {
  const { load, refused } = readMeter(typeof file === 'string' ? bytes(file) : file, options);
  expect([new Date(load.start).toISOString(), ...load.valuesMw.subarray(0, 2)]).toEqual([
    '2024-03-13T18:00:00.000Z',
    expect.closeTo(10, 9),
    expect.closeTo(12, 9),
  ]);
  expect(refused).toEqual([]);
});

const FULL = '2024-03-13 13:00,10\n2024-03-13 14:00,12\n2024-03-13 15:00,12\n';

test.each([
  { name: 'a workbook', file: 'PK\u0003\u0004...', says: 'ZIP archive or an Excel workbook' },
  { name: 'nothing', file: '\n\n', says: 'the file is empty' },
  { name: 'a login page', file: '<!DOCTYPE html><html>', says: 'web page' },
  { name: 'Green Button XML', file: '<?xml version="1.0"?><feed/>', says: 'export the intervals as CSV' },
  { name: 'no header', file: FULL, says: 'no header is found' },
  { name: 'one value a day', file: 'date,MW\n2024-03-12,10\n2024-03-13,11', says: 'with date and time of day' },
  { name: 'two hours a line', file: 'time,MW\n2024-03-12 02:00,10\n2024-03-12 04:00,11', says: '120 minutes apart' },
  { name: 'no clock', file: `time,MW\n${FULL}`, options: {}, says: '(--timezone America/Chicago)' },
  {
    name: 'an unknown clock',
    file: `time,MW\n${FULL}`,
    options: { timezone: 'Central' },
    says: "there is no time zone 'Central'",
  },
  { name: 'no unit', file: `time,load\n${FULL}`, says: '(--unit kW)' },
  {
    name: 'another unit than given',
    file: `time,load_mw\n${FULL}`,
    options: { timezone: CHICAGO, unit: 'kW' as const },
    says: 'given as kW',
  },
  {
    name: 'another unit than a column has',
    file: 'time,load,UNITS\n2024-03-13 13:00,10,kWh\n2024-03-13 14:00,12,kWh',
    options: { timezone: CHICAGO, unit: 'kW' as const },
    says: "'load' is in kWh, and the unit is given as kW",
  },
  {
    name: 'a column of two units',
    file: 'time,load,UNITS\n2024-03-13 13:00,10,kWh\n2024-03-13 14:00,12,therms',
    says: "the column 'UNITS' has kwh and therms",
  },
  { name: 'apparent power', file: `time,load\n,kVA\n${FULL}`, says: "the unit 'kVA' is none of" },
  { name: 'two columns of load', file: 'time,kW,kWh\n2024-03-12 13:00,1,2\n2024-03-12 14:00,1,2', says: "'kW', 'kWh'" },
  {
    name: 'no such column',
    file: `time,MW\n${FULL}`,
    options: { timezone: CHICAGO, column: 'load' },
    says: "no column 'load'",
  },
  { name: 'no numbers', file: 'time,MW\n2024-03-12 13:00,x\n2024-03-12 14:00,y', says: 'no column of numbers' },
  {
    name: 'hours side by side',
    file: 'Date,Hour,HE1,HE2,HE3\n3/12/2024,1,5,6,7\n3/13/2024,1,5,6,7',
    says: 'one line an hour',
  },
  {
    name: 'day or month first',
    file: 'time,MW\n03/04/2024 13:00,10\n03/04/2024 14:00,12',
    says: 'write dates as 2024-03-10',
  },
  {
    name: 'day and month first',
    file: 'time,MW\n13/04/2024 13:00,10\n04/13/2024 14:00,12',
    says: 'line 2 has the day first',
  },
  {
    name: 'thousands or decimals',
    file: 'time;MW\n2024-03-12 13:00;12,500\n2024-03-12 14:00;13,500',
    says: '12,500 could be 12500 or 12.500',
  },
  {
    name: 'two decimal marks',
    file: 'time;MW\n2024-03-12 13:00;12,5\n2024-03-12 14:00;12.5',
    says: 'different decimal marks',
  },
  {
    name: 'a day number without its minute',
    file: 'time,MW\n45364.54,10\n45364.58,12',
    says: "line 2: '45364.54' is a spreadsheet's number of a time with too few decimals",
  },
  {
    name: 'dates that a spreadsheet took for dates, and the others',
    file: 'time,MW\n45394.0,10\n45394.0416666667,12\n13/04/2024 00:00,10\n13/04/2024 01:00,12',
    says: "line 2 has a spreadsheet's day number (45394.0), line 4 a date (13/04/2024 00:00)",
  },
  {
    name: 'the others, and dates that a spreadsheet took for dates',
    file: 'time,MW\n31/03/2024 23:00,10\n45295.0416666667,12\n45295.0833333333,12',
    says: 'line 3 has a spreadsheet',
  },
  { name: 'days alone by number', file: 'date,MW\n45364,10\n45365,12', says: 'with date and time of day' },
  { name: 'a number of a year after 2059', file: 'time,MW\n60000.0,10\n60000.5,12', says: 'no header is found' },
  { name: 'hours without a side', file: 'Date,Hour,MW\n3/12/2024,13,10\n3/12/2024,14,12', says: 'hour ending' },
  { name: 'two meters', file: `time,MW\n${FULL}${FULL}`, says: 'the lines of one meter' },
  {
    name: 'unquoted thousands',
    file: 'time,kW\n2024-03-12 13:00,1,060\n2024-03-12 14:00,1,070',
    says: '3 fields where the header has 2',
  },
  {
    name: 'hours off UTC’s',
    file: `time,MW\n${FULL}`,
    options: { timezone: 'Asia/Kolkata' },
    says: 'whole step of 60 minutes',
  },
  {
    name: 'standard time in summer',
    file: `time,MW\n${['00', '01', '02', '03', '04'].map((hour) => `2024-03-10 ${hour}:00,5`).join('\n')}`,
    says: 'line 4: 2024-03-10 02:00 does not exist in America/Chicago',
  },
])('$name is refused', ({ file, options = { timezone: CHICAGO }, says }) => {
  expect(() => read(file, options)).toThrow(says);
});

test.each([
  { name: 'a text', line: '2024-03-13 16:00,offline', says: "'offline' is not a number" },
  {
    name: 'a date that does not exist',
    line: '2024-02-30 16:00,12',
    says: "'2024-02-30 16:00' is not a date and a time that exist",
  },
  { name: 'an interval again', line: '2024-03-13 15:00,13', says: 'its interval is in line 4 already' },
  { name: 'a step back', line: '2024-03-13 12:00,13', says: 'its interval is before that of the line above' },
  { name: 'a time off the step', line: '2024-03-13 16:20,13', says: 'whole step of 60 minutes' },
  { name: 'a footer', line: 'Total,34', says: "'Total' is not a date and a time that exist" },
  { name: 'a field too many', line: '2024-03-13 16:00,1,060', says: '3 fields where the header has 2' },
  { name: 'an open quote', line: '2024-03-13 16:00,"12', says: 'a quote is not closed' },
  { name: 'another century', line: '1924-03-13 16:00,12', says: 'not in the years 2000 to 2059' },
])('$name is left out under its number, and the other lines are kept', ({ line, says }) => {
  const { load, refused } = read(`time,MW\n${FULL}${line}\n`);
  expect([...load.valuesMw]).toEqual([10, 12, 12]);
  expect(refused.length).toBe(1);
  expect(refused[0]!.line).toBe(5);
  expect(refused[0]!.reason.includes(says)).toBe(true);
});

test.each([
  { name: 'a blank', cells: [1, 2, '', 4], mw: 7 / 3 },
  { name: 'two blanks', cells: [1, 2, '', ''], mw: Number.NaN },
  { name: 'a zero', cells: [1, 2, 0, 4], mw: 7 / 4 },
])('an hour of quarters with $name', ({ cells, mw }) => {
  const rows = [1, 1, 1, 1, ...cells, 1, 1, 1, 1].map(
    (cell, i) => `2024-03-13 ${13 + (i >> 2)}:${String(15 * (i % 4)).padStart(2, '0')},${cell}`,
  );
  expect(read(['time,MW', ...rows].join('\n')).load.valuesMw[1]).toBe(mw);
});

const CHANGES = [
  { zone: CHICAGO, at: utc('2024-03-10T08:00') },
  { zone: CHICAGO, at: utc('2024-11-03T07:00') },
  { zone: 'Europe/Berlin', at: utc('2025-03-30T01:00') },
  { zone: 'Europe/Berlin', at: utc('2025-10-26T01:00') },
  { zone: 'Australia/Sydney', at: utc('2026-04-04T16:00') },
];
const LABELS = {
  start: { header: 'interval start', label: (zone: string, start: number) => start + offsetMs(zone, start) },
  'end, by the start': {
    header: 'interval end',
    label: (zone: string, start: number, stepMs: number) => start + offsetMs(zone, start) + stepMs,
  },
  'end, by the clock': {
    header: 'interval end',
    label: (zone: string, start: number, stepMs: number) => start + stepMs + offsetMs(zone, start + stepMs),
  },
} as const;
const caseOfChange = fc.record({
  change: fc.constantFrom(...CHANGES),
  labels: fc.constantFrom(...(Object.keys(LABELS) as (keyof typeof LABELS)[])),
  stepMs: fc.constantFrom(...[5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS)),
  isDescending: fc.boolean(),
  gaps: fc.array(fc.nat({ max: 5 }), { maxLength: 12 }),
});

/** Ten hours around a clock change, whose values are their instants in minutes; `gaps` are distances between lines that lack. */
function fileAround({
  change: { zone, at },
  labels,
  stepMs,
  isDescending,
  gaps,
}: typeof caseOfChange extends fc.Arbitrary<infer T> ? T : never) {
  const { header, label } = LABELS[labels];
  const missing = new Set<number>();
  let next = (4 * HOUR_MS) / stepMs;
  for (const gap of gaps) {
    next += gap;
    missing.add(next);
  }
  const rows = Array.from({ length: (10 * HOUR_MS) / stepMs }, (_, i) => {
    const start = at - 5 * HOUR_MS + i * stepMs;
    return missing.has(i) ? [] : [`${wallText(label(zone, start, stepMs))},${start / MINUTE_MS}`];
  }).flat();
  return [`${header},MW`, ...(isDescending ? rows.reverse() : rows)].join('\n');
}

test('whatever hours lack around a clock change, no value is read into another hour', () => {
  fc.assert(
    fc.property(caseOfChange, (given) => {
      const { load } = read(fileAround(given), { timezone: given.change.zone });
      const values = [...load.valuesMw].map((mw, hour) => mw - (load.start + hour * HOUR_MS) / MINUTE_MS);
      expect(values.filter((minutes) => minutes < 0 || minutes >= 60)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a file of a spreadsheet’s day numbers is read as its text would be, over a clock change too', () => {
  const counted = (wall: string) => String(utc(wall.replace(' ', 'T')) / 86_400_000 + 25_569);
  fc.assert(
    fc.property(caseOfChange, (given) => {
      const text = fileAround(given);
      const options = { timezone: given.change.zone };
      const numbers = text.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d/gm, counted);
      expect(numbers).not.toBe(text);
      expect(read(numbers, options).load).toEqual(read(text, options).load);
    }),
    { numRuns: 100 },
  );
});

test('a file without gaps is read whole over a clock change', () => {
  fc.assert(
    fc.property(caseOfChange, (given) => {
      const { load, refused } = read(fileAround({ ...given, gaps: [] }), { timezone: given.change.zone });
      expect([load.valuesMw.length, load.valuesMw.some(Number.isNaN), refused.length]).toEqual([10, false, 0]);
    }),
    { numRuns: 150 },
  );
});

describe('the hours of a clock change by number', () => {
  const day = (date: string, hours: readonly (number | string)[]) => hours.map((hour) => `${date},${hour},5`);
  const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
  test.each([
    {
      name: 'without 3',
      rows: day(
        '3/10/2024',
        upTo(24).filter((hour) => hour !== 3),
      ),
      left: 0,
    },
    { name: '1 to 23', rows: day('3/10/2024', upTo(23)), left: 23 },
    { name: '2 twice', rows: day('11/3/2024', [1, 2, ...upTo(24).slice(1)]), left: 0 },
    { name: '2 and 2X', rows: day('11/3/2024', [1, 2, '2X', ...upTo(24).slice(2)]), left: 0 },
    { name: '1 to 25', rows: day('11/3/2024', upTo(25)), left: 25 },
    { name: '1 to 24', rows: day('11/3/2024', upTo(24)), left: 1 },
  ])('$name', ({ rows, left }) => {
    const around = [
      ...day('3/9/2024', upTo(24)),
      ...(rows[0]!.startsWith('3') ? rows : []),
      ...day('3/13/2024', upTo(24)),
      ...day('10/13/2024', upTo(24)),
      ...(rows[0]!.startsWith('3') ? [] : rows),
    ];
    expect(read(['Date,Hour,MW', ...around].join('\n')).refused.length).toBe(left);
  });
});
