import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatingHour } from '@loadcast/core/time';
import { expect, test, vi } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { ReportBytes } from '../report/report-bytes.js';
import { csvLayout, RowFormat, type RowLayout, xmlLayout } from '../report/report-layout.js';
import { utcText } from '../report/report-time.js';
import { xmlDocument } from '../report/report-xml.js';
import { REPORT_COLUMNS, REPORT_TAGS } from '../report/rows/report-columns.data.js';
import type { ReportRow } from '../report/rows/report-row.js';
import { RUN_WORDS } from '../report/rows/report-runs.data.js';
import { readReportCsv, readReportXml } from './oasis-read.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const SAMPLES = testData('samples/oasis');
const present = SAMPLES !== undefined;
const csvSamples = present ? readdirSync(SAMPLES).filter((name) => name.endsWith('.csv')) : ['(absent)'];
const xmlElements = ['real_xml_data_DAM_2014-05-08_first_element.xml', 'real_xml_data_ACTUAL_2013-09-19_element.xml'];

const sample = (name: string): string => readFileSync(join(SAMPLES!, name), 'utf8');

/** A writer of rows that share nothing. */
function rowText(layout: RowLayout): (row: ReportRow) => string {
  const write = new RowFormat(layout, utcText('-00:00')).writer({});
  const out = new ReportBytes();
  return (row) => {
    write(row, out);
    return Buffer.from(out.take()).toString();
  };
}

function writeCsv(rows: readonly ReportRow[]): string {
  const write = rowText(csvLayout(REPORT_COLUMNS));
  return `${REPORT_COLUMNS.map(({ name }) => name).join(',')}\n${rows.map(write).join('')}`;
}

function writeXml(document: ReturnType<typeof readReportXml>): string {
  const write = rowText(xmlLayout(REPORT_TAGS));
  const rtos = document.rtos.map((rto) => ({
    ...rto,
    items: rto.items.map(({ header, rows }) => ({ header, data: rows.map(write).join('') })),
  }));
  return [...xmlDocument(document.message, rtos)].join('');
}

test.skipIf(!present).each(csvSamples)('%s is written back byte for byte', (name) => {
  const text = sample(name);
  expect(writeCsv(readReportCsv(text))).toBe(text);
});

test.skipIf(!present)('a real XML report is written back byte for byte', () => {
  const text = sample('real_rtm_forecast_excerpt.xml').trimEnd();
  expect(writeXml(readReportXml(text))).toBe(text);
});

test.skipIf(!present).each(xmlElements)('%s: our REPORT_DATA has its elements, order and layout', (name) => {
  const element = sample(name).replace(/^<!--.*?-->\n/s, '');
  const document = `<OASISReport><MessageHeader><TimeDate>t</TimeDate><Source>s</Source><Version>v</Version></MessageHeader><MessagePayload><RTO><name>CAISO</name><REPORT_ITEM><REPORT_HEADER></REPORT_HEADER>${element}</REPORT_ITEM><DISCLAIMER_ITEM><DISCLAIMER>d</DISCLAIMER></DISCLAIMER_ITEM></RTO></MessagePayload></OASISReport>`;
  const [row] = readReportXml(
    document.replace('<REPORT_HEADER></REPORT_HEADER>', '<REPORT_HEADER><SYSTEM>OASIS</SYSTEM></REPORT_HEADER>'),
  ).rtos[0]!.items[0]!.rows;
  expect(rowText(xmlLayout(REPORT_TAGS))(row!)).toBe(element);
});

test.skipIf(!present)('the words of DAM, 2DA, 7DA and ACTUAL are those of every real row', () => {
  const real = new Map<string, Set<string>>();
  for (const name of csvSamples) {
    for (const { run, loadType, label, item, executionType, interval } of readReportCsv(sample(name))) {
      if (run === 'RTM') continue;
      const words = real.get(run) ?? new Set();
      real.set(run, words.add(JSON.stringify({ loadType, label, item, executionType, interval })));
    }
  }
  expect([...real.keys()].sort()).toEqual(['2DA', '7DA', 'ACTUAL', 'DAM']);
  for (const run of ['2DA', '7DA', 'ACTUAL', 'DAM'] as const) {
    const { loadType, label, item } = RUN_WORDS.get(run)!;
    expect([...real.get(run)!]).toEqual([JSON.stringify({ loadType, label, item, executionType: run, interval: 0 })]);
  }
});

test.each([
  { name: 'another header', text: 'A,B\n1,2\n' },
  { name: 'no end of the last line', text: `${REPORT_COLUMNS.map((column) => column.name).join(',')}\nx` },
  { name: 'a cell too few', text: `${REPORT_COLUMNS.map((column) => column.name).join(',')}\n1,2,3\n` },
])('reading CSV refuses $name', ({ text }) => expect(() => readReportCsv(text)).toThrow(RangeError));

test.each(['<a/>', '<OASISReport>text</OASISReport>', '<OASISReport><MessageHeader>x</MessageHeader></OASISReport>'])(
  'reading XML refuses %s',
  (text) => expect(() => readReportXml(text)).toThrow(RangeError),
);

test.skipIf(!present).each(csvSamples)('%s: operating day and hour of each row are those that we compute', (name) => {
  for (const { start, operatingDay, hourEnding } of readReportCsv(sample(name))) {
    expect(operatingHour('America/Los_Angeles', start)).toEqual({ operatingDay, hourEnding });
  }
});

test.skipIf(!present)(
  'real groups are numbered by operating day, run, area and rank, as SingleZip numbers its own',
  () => {
    const rows = readReportCsv(sample('real_all_runs_20250127.csv'));
    const key = ({ operatingDay, run, area, pos }: ReportRow) => `${operatingDay} ${run} ${area} ${pos}`;
    const inOrder = [...new Set(rows.map(key))].sort();
    expect(new Set(rows.map(key))).toEqual(new Set(inOrder));
    expect(rows.map(({ group }) => Number(group))).toEqual(rows.map((row) => inOrder.indexOf(key(row)) + 1));
  },
);
