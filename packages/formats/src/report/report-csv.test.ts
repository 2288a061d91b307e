import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { reportCsv } from './report-csv.js';
import { formatMw } from './rows/mw.js';
import { REPORT_COLUMNS, UTILITY_COLUMNS } from './rows/report-columns.data.js';
import { anyReport, mwOrEmpty, slowRows, textOf, time } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test('CSV is what csv-stringify writes', () => {
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const rows = slowRows(blocks).map((row) => [
        row.startText,
        row.endText,
        row.loadType,
        row.operatingDay,
        row.hourEnding,
        0,
        row.run,
        row.code,
        row.label,
        row.item,
        row.pos,
        formatMw(row.number),
        row.run,
        String(row.index + 1),
      ]);
      const expected = stringify([REPORT_COLUMNS.map(({ name }) => name), ...rows]);
      expect(textOf(reportCsv(blocks, REPORT_COLUMNS, time()))).toBe(expected);
    }),
    { numRuns: 30 },
  );
});

test("CSV of surface C's columns is what csv-stringify writes", () => {
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const rows = slowRows(blocks).map((row) => [
        row.startText,
        row.endText,
        row.code,
        row.run,
        mwOrEmpty(row.number),
        mwOrEmpty(row.lower),
        mwOrEmpty(row.upper),
        'MW',
      ]);
      const expected = stringify([UTILITY_COLUMNS.map(({ name }) => name), ...rows]);
      expect(textOf(reportCsv(blocks, UTILITY_COLUMNS, time()))).toBe(expected);
    }),
    { numRuns: 30 },
  );
});
