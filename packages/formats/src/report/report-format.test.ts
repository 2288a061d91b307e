import { areaById } from '@loadcast/core';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readReportCsv, readReportXml } from '../testing/oasis-read.js';
import { chunksOf } from './report-chunks.js';
import { reportCsv } from './report-csv.js';
import { reportJson } from './report-format.js';
import { utcText } from './report-time.js';
import { reportXml } from './report-xml.js';
import { blocksOf, countRows, type ReportBlock } from './rows/report-blocks.js';
import { REPORT_COLUMNS, REPORT_TAGS } from './rows/report-columns.data.js';
import { anyReport, textOf, time } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test('CSV, XML and JSON hold the same rows', () => {
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const key = (row: { start: number; area: string; run: string; hourEnding: number; mw: number }) =>
        JSON.stringify([row.area, row.run, row.start, row.hourEnding, row.mw]);
      const csv = readReportCsv(textOf(reportCsv(blocks, REPORT_COLUMNS, utcText('-00:00'))));
      const head = { report: 'SLD_FCST', generatedAt: 0, source: 'x' };
      const xml = readReportXml(textOf(reportXml(head, blocks, REPORT_TAGS, utcText('-00:00'))));
      const json: { data: Record<string, string | number>[] } = JSON.parse(
        textOf(reportJson({ a: 1 }, 'data', blocks, REPORT_COLUMNS, time())),
      );
      const fromXml = xml.rtos.flatMap(({ items }) =>
        items.flatMap(({ header, rows }) => {
          const run = header.find(([tag]) => tag === 'MKT_TYPE')![1];
          return rows.map((row) => key({ ...row, run, hourEnding: row.intervalNumber }));
        }),
      );
      const fromJson = json.data.map((row) =>
        JSON.stringify([
          row['tac_area_name'],
          row['market_run_id'],
          Date.parse(String(row['intervalstarttime_gmt'])),
          row['opr_hr'],
          row['mw'],
        ]),
      );
      const fromCsv = csv.map(key);
      expect(fromJson).toEqual(fromCsv);
      expect(fromXml.sort()).toEqual([...fromCsv].sort());
      expect(fromCsv).toHaveLength(countRows(blocks));
    }),
    { numRuns: 30 },
  );
});

test.each(['csv', 'xml', 'json'])(
  'a %s report of a year is made block by block: nothing is ready long before it is read',
  (format) => {
    const area = areaById('pjm');
    const valueMw = Float64Array.from({ length: 8_760 }, (_, i) => 80_000 + i / 100);
    let read = 0;
    function* counted(): Generator<ReportBlock> {
      for (const block of blocksOf([{ area, code: 'PJM', run: 'DAM', start: Date.UTC(2026, 0, 1), valueMw }])) {
        read++;
        yield block;
      }
    }
    const head = { report: 'SLD_FCST', generatedAt: 0, source: 'x' };
    const texts = {
      csv: () => reportCsv(counted(), REPORT_COLUMNS, time()),
      xml: () => reportXml(head, counted(), REPORT_TAGS, time()),
      json: () => reportJson({ a: 1 }, 'data', counted(), REPORT_COLUMNS, time()),
    }[format]!();
    let bytes = 0;
    let most = 0;
    let before = 0;
    for (const chunk of chunksOf(texts)) {
      bytes += chunk.length;
      expect(chunk.length).toBeLessThanOrEqual(65_536);
      most = Math.max(most, read - before);
      before = read;
    }
    expect(read).toBe(366);
    expect(bytes).toBeGreaterThan(1_000_000);
    if (format !== 'xml') expect(most).toBeLessThan(30); // XML groups the blocks by ISO first, and writes them one by one
  },
);
