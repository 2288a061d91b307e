import { expect, test } from 'vitest';
import { aligned, left, right, table } from './table.js';

test.each([
  { name: 'heads alone', columns: [...left('id'), ...right('hours')], rows: [], lines: ['id  hours'] },
  {
    name: 'words to the left, numbers to the right',
    columns: [...left('area'), ...right('hours', 'MAPE %')],
    rows: [
      ['PJM', 8_760, '2.310'],
      ['CAISO', 24, '-'],
    ],
    lines: ['area   hours  MAPE %', 'PJM     8760   2.310', 'CAISO     24       -'],
  },
  {
    name: 'no spaces at the end of a line',
    columns: left('id', 'label'),
    rows: [
      ['key_1', ''],
      ['key_2', 'a longer one'],
    ],
    lines: ['id     label', 'key_1', 'key_2  a longer one'],
  },
])('table: $name', ({ columns, rows, lines }) => expect(table(columns, rows)).toEqual(lines));

test('aligned: the same without heads', () => {
  expect(
    aligned(left('', ''), [
      ['--json', 'print JSON'],
      ['--from DATE', 'first day'],
    ]),
  ).toEqual(['--json       print JSON', '--from DATE  first day']);
});
