import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText } from './cell-text.js';
import { csvBlocks } from './csv.js';
import { columnsJsonBlocks, ndjsonBlocks, rowObjects, rowsJsonBlocks } from './json-values.js';
import { joinedInSlices } from './row-blocks.js';
import { type Table, tableOf } from './table.js';

const csvOf = (any: Table): string => [...csvBlocks(any)].join('');
const ndjsonOf = (any: Table): string => [...ndjsonBlocks(any)].join('');

const AT = Date.UTC(2026, 10, 21, 16);
const table = tableOf(2, [
  { name: 'time_utc', kind: 'instant', values: [AT, AT + 3_600_000] },
  undefined,
  { name: 'time_local', kind: 'wall', values: [AT - 8 * 3_600_000, AT - 7 * 3_600_000] },
  { name: 'region', kind: 'text', values: ['PJM', undefined] },
  { name: 'value_mw', kind: 'number', values: [1234.567, Number.NaN] },
]);

test('csv: a header row, LF, no BOM, empty where a value is missing', () => {
  expect(csvOf(table)).toBe(
    'time_utc,time_local,region,value_mw\n2026-11-21T16:00:00Z,2026-11-21 08:00,PJM,1234.57\n2026-11-21T17:00:00Z,2026-11-21 09:00,,\n',
  );
});

test('columns: an array each, null where a value is missing', () => {
  expect(JSON.parse([...columnsJsonBlocks(table, {})].join('')).data).toEqual({
    time_utc: ['2026-11-21T16:00:00Z', '2026-11-21T17:00:00Z'],
    time_local: ['2026-11-21 08:00', '2026-11-21 09:00'],
    region: ['PJM', null],
    value_mw: [1234.57, null],
  });
});

test('ndjson: an object a line, without what is missing', () => {
  const [first, second, end] = ndjsonOf(table).split('\n');
  expect(JSON.parse(first!)).toEqual({
    time_utc: '2026-11-21T16:00:00Z',
    time_local: '2026-11-21 08:00',
    region: 'PJM',
    value_mw: 1234.57,
  });
  expect(JSON.parse(second!)).toEqual({ time_utc: '2026-11-21T17:00:00Z', time_local: '2026-11-21 09:00' });
  expect(end).toBe('');
});

test('an empty table has its header row', () => {
  expect(csvOf(tableOf(0, [{ name: 'value_mw', kind: 'number', values: [] }]))).toBe('value_mw\n');
});

test('a column of another length is refused by name', () => {
  expect(() => tableOf(2, [{ name: 'p10', kind: 'number', values: [1] }])).toThrow(/^p10: 1 values in 2 rows$/);
});

test('any text and number is written as csv-stringify writes it', () => {
  const row = fc.tuple(fc.string(), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const any = tableOf(rows.length, [
        { name: 'a', kind: 'text', values: rows.map(([text]) => `x${text}`) },
        { name: 'b', kind: 'number', values: rows.map(([, value]) => value) },
      ]);
      const expected = rowObjects(any).map(({ a, b }) => [a, String(b)]);
      expect(csvOf(any)).toBe(stringify([['a', 'b'], ...expected]));
    }),
  );
});

test('a number has at most two decimals and no exponent', () => {
  const column = { name: 'x', kind: 'number', values: [1e-9, 123456789.129, -0.001] } as const;
  expect([0, 1, 2].map((row) => cellText(column, row))).toEqual(['0', '123456789.13', '0']);
});

test.each([0, 1, 199, 200, 201, 1_000])('%i rows as JSON in blocks are the bytes of one JSON.stringify', (rowCount) => {
  const values = Array.from({ length: rowCount }, (_, row) => (row % 7 === 0 ? Number.NaN : row / 3));
  const any = tableOf(rowCount, [
    { name: 'a "b"', kind: 'text', values: values.map((value) => `é\n${value}`) },
    { name: 'value_mw', kind: 'number', values },
  ]);
  const meta = { count: rowCount, as_of: undefined };
  expect([...rowsJsonBlocks(any, meta)].join('')).toBe(
    JSON.stringify({ status: 'success', data: rowObjects(any), meta }),
  );
  const column = (name: string) => rowObjects(any).map((row) => row[name] ?? null);
  const data = { 'a "b"': column('a "b"'), value_mw: column('value_mw') };
  expect([...columnsJsonBlocks(any, meta)].join('')).toBe(JSON.stringify({ status: 'success', data, meta }));
});

// docs/faults.md: fault 110
test('a long table lets other work in between its blocks, and ends when nobody waits for it', async () => {
  let checks = 0;
  const scope = {
    check: () => {
      checks += 1;
    },
  };
  const long = tableOf(2_000, [{ name: 'x', kind: 'number', values: new Float64Array(2_000) }]);
  const text = await joinedInSlices(csvBlocks(long), scope);
  expect([text, checks]).toEqual([csvOf(long), 11]);
  const left = new Error('left');
  const leaving = {
    check: () => {
      throw left;
    },
  };
  await expect(joinedInSlices(csvBlocks(long), leaving)).rejects.toBe(left);
});
