import { describe, expect, test } from 'vitest';
import { readForecastFile } from './read-forecast-file.js';

const EARLIEST = Date.UTC(2026, 10, 21);
const LATEST = Date.UTC(2026, 10, 28);
const read = (file: string, unit?: 'kW' | 'MW') =>
  readForecastFile(new TextEncoder().encode(file), { earliest: EARLIEST, latest: LATEST, unit });

const HOURS = [
  { start: Date.UTC(2026, 10, 22, 5), valueMw: 90_000.5 },
  { start: Date.UTC(2026, 10, 22, 6), valueMw: 91_000 },
];

describe('two hours in any form', () => {
  test.each([
    { name: 'CSV', file: 'timestamp,value_mw\n2026-11-22T05:00Z,90000.5\n2026-11-22T06:00Z,91000\n' },
    {
      name: 'offsets and the later hour first',
      file: 'ds,value_mw\n2026-11-22 01:00-05:00,91000\n2026-11-22 00:00-05:00,90000.5',
    },
    {
      name: 'kilowatts that the column names',
      file: 'Timestamp;Load_kW\n2026-11-22T05:00Z;90000500\n2026-11-22T06:00Z;91000000\n',
    },
    {
      name: 'a unit that is given',
      file: 'timestamp,forecast\n2026-11-22T05:00Z,90000500\n2026-11-22T06:00Z,91000000',
      unit: 'kW' as const,
    },
    {
      name: 'other columns, and no bounds',
      file: 'model,time,value_mw,p10,p90\na,2026-11-22T05:00Z,90000.5,,\na,2026-11-22T06:00Z,91000,,',
    },
    {
      name: 'NDJSON',
      file: '{"timestamp":"2026-11-22T05:00Z","value_mw":90000.5}\n{"timestamp":"2026-11-22T06:00Z","value_mw":"91000"}\n',
    },
    {
      name: 'JSON',
      file: '[\n {"timestamp":"2026-11-22T05:00Z","value_mw":90000.5},\n {"timestamp":"2026-11-22T06:00Z","value_mw":91000,"p10":null}\n]',
    },
  ])('$name', ({ file, unit }) => {
    expect(read(file, unit)).toEqual(HOURS);
  });

  test('bounds are in the unit of the value', () => {
    expect(read('timestamp,value_kw,p10,p90\n2026-11-22T05:00Z,2000,1000,3000')[0]).toMatchObject({
      valueMw: 2,
      bounds: { p10Mw: 1, p90Mw: 3 },
    });
  });
});

const WHOLE = '2026-11-22T05:00Z,1,0,2';
test.each([
  { name: 'no header', file: `${WHOLE}\n${WHOLE}`, says: 'columns timestamp and value_mw are needed' },
  { name: 'a header alone', file: 'timestamp,value_mw\n', says: 'there is no row' },
  { name: 'no unit', file: 'timestamp,value\n2026-11-22T05:00Z,1', says: "the unit of 'value' is not named" },
  { name: 'two units', file: 'timestamp,value_mw\n2026-11-22T05:00Z,1', unit: 'kW' as const, says: 'given as kW' },
  { name: 'half an array', file: '[{"timestamp":', says: 'this is not JSON' },
  { name: 'a page', file: '<!doctype html><p>', says: 'web page' },
])('$name is refused', ({ file, unit, says }) => {
  expect(() => read(file, unit)).toThrow(says);
});

test.each([
  { name: 'a local time', row: '2026-11-22 06:00,1,0,2', says: "'2026-11-22 06:00' is not a time with its UTC offset" },
  { name: 'half an hour', row: '2026-11-22T06:30Z,1,0,2', says: 'is not the start of an hour' },
  { name: 'another year', row: '2025-11-22T06:00Z,1,0,2', says: 'is not from 2026-11-21T00:00Z to' },
  { name: 'an hour again', row: '2026-11-22T00:00-05:00,1,0,2', says: 'row 2 already has this hour' },
  { name: 'a text', row: '2026-11-22T06:00Z,high,0,2', says: 'value_mw is not a load from 0 to 1000000 MW' },
  { name: 'a negative load', row: '2026-11-22T06:00Z,-1,0,2', says: 'value_mw is not a load' },
  { name: 'no value', row: '2026-11-22T06:00Z,,0,2', says: 'value_mw is not a load' },
  { name: 'one bound', row: '2026-11-22T06:00Z,1,0,', says: 'give both p10 and p90' },
  { name: 'crossed bounds', row: '2026-11-22T06:00Z,1,2,0', says: 'not in ascending order' },
  { name: 'a bound that is no number', row: '2026-11-22T06:00Z,1,x,2', says: 'not in ascending order' },
  { name: 'a field too few', row: '2026-11-22T06:00Z,1', says: '2 fields where the header has 4' },
])('of a file with $name nothing is kept, and the row is named', ({ row, says }) => {
  const file = `timestamp,value_mw,p10,p90\n${WHOLE}\n${row}\n`;
  expect(() => read(file)).toThrow(/nothing was kept: row 3: /);
  expect(() => read(file)).toThrow(says);
});

test('every row that cannot be read is named, up to twenty', () => {
  const rows = Array.from({ length: 22 }, () => 'x,1').join('\n');
  expect(() => read(`timestamp,value_mw\n${rows}`)).toThrow(/row 2: .*; row 3: .*; row 21: .*, and 2 more$/);
});
