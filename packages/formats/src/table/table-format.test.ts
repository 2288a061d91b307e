import { expect, test } from 'vitest';
import { answerFormat } from './table-format.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const accepting = (accept?: string) => ({ headers: new Map(accept === undefined ? [] : [['accept', accept]]) });

test.each([
  { name: 'no Accept', accept: undefined, format: 'json' },
  { name: 'curl', accept: '*/*', format: 'json' },
  { name: 'a browser', accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', format: 'json' },
  { name: 'csv', accept: 'text/csv', format: 'csv' },
  { name: 'csv in capitals, with a charset', accept: 'Text/CSV; charset=utf-8', format: 'csv' },
  { name: 'rows as JSON', accept: 'application/x-ndjson', format: 'ndjson' },
  { name: 'a workbook', accept: XLSX, format: 'xlsx' },
  { name: 'the better liked one', accept: 'text/csv;q=0.5, application/json', format: 'json' },
  { name: 'the first of two liked equally', accept: 'text/csv, application/json', format: 'csv' },
  { name: 'one that is not wanted', accept: 'text/csv;q=0', format: 'json' },
  { name: 'a quality that is no number', accept: 'text/csv;q=x', format: 'json' },
  { name: 'an unknown type', accept: 'application/parquet', format: 'json' },
])('Accept: $name gives $format', ({ accept, format }) => {
  expect(answerFormat(undefined, accepting(accept))).toBe(format);
});

test('the parameter wins over Accept', () => {
  expect(answerFormat('json', accepting('text/csv'))).toBe('json');
  expect(answerFormat('xlsx', accepting('text/csv'))).toBe('xlsx');
});
