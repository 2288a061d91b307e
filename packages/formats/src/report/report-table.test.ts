import { stringify } from 'csv-stringify/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { type ReportTable, tableCsv, tableObjects, tableXml } from './report-table.js';
import { utcText } from './report-time.js';

const table: ReportTable = {
  report: 'R',
  columns: ['NAME', 'MW'],
  rows: [
    { iso: 'X', timeZone: 'PPT', cells: ['a,b', 1.5] },
    { iso: 'Y', timeZone: 'EPT', cells: ['<c> & "d"', -2] },
    { iso: 'X', timeZone: 'PPT', cells: ['', 0] },
  ],
  generatedAt: Date.UTC(2026, 6, 1, 12, 0, 0, 999),
};

test('CSV is what csv-stringify writes', () => {
  expect(tableCsv(table)).toBe(stringify([table.columns, ...table.rows.map(({ cells }) => cells)]));
});

test('objects have the columns in lower case as keys', () => {
  expect(tableObjects(table)[0]).toEqual({ name: 'a,b', mw: 1.5 });
});

test('XML has one RTO per ISO in order of first appearance, with the cells as tags', () => {
  const xml = tableXml(table, 'Loadcast', utcText('+00:00'));
  expect(XMLValidator.validate(xml)).toBe(true);
  const { MessageHeader, MessagePayload } = new XMLParser({ parseTagValue: false }).parse(xml).OASISReport;
  expect(MessageHeader).toMatchObject({ TimeDate: '2026-07-01T12:00:00+00:00', Source: 'Loadcast' });
  const rtos = MessagePayload.RTO.map((rto: { name: string; REPORT_ITEM: object }) => [rto.name, rto.REPORT_ITEM]);
  expect(rtos).toMatchObject([
    [
      'X',
      {
        REPORT_HEADER: { TZ: 'PPT', REPORT: 'R' },
        REPORT_DATA: [
          { NAME: 'a,b', MW: '1.5' },
          { NAME: '', MW: '0' },
        ],
      },
    ],
    ['Y', { REPORT_HEADER: { TZ: 'EPT' }, REPORT_DATA: { NAME: '<c> & "d"', MW: '-2' } }],
  ]);
});
