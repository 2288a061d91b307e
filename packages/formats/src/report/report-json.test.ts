import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { reportJson } from './report-format.js';
import { REPORT_COLUMNS, UTILITY_KEYS } from './rows/report-columns.data.js';
import { anyReport, mwOrEmpty, slowRows, textOf, time } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test('JSON is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const data = slowRows(blocks).map((row) => ({
        intervalstarttime_gmt: row.startText,
        intervalendtime_gmt: row.endText,
        load_type: row.loadType,
        opr_dt: row.operatingDay,
        opr_hr: row.hourEnding,
        opr_interval: 0,
        market_run_id: row.run,
        tac_area_name: row.code,
        label: row.label,
        xml_data_item: row.item,
        pos: row.pos,
        mw: row.number,
        execution_type: row.run,
        group: String(row.index + 1),
      }));
      const written = textOf(reportJson({ count: data.length }, 'data', blocks, REPORT_COLUMNS, time()));
      expect(written).toBe(JSON.stringify({ count: data.length, data }));
    }),
    { numRuns: 30 },
  );
});

test("JSON of surface C's rows is what JSON.stringify writes", () => {
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const forecast = slowRows(blocks).map((row) => ({
        interval_start: row.startText,
        value: row.number,
        ...(!Number.isNaN(row.lower) && {
          lower_bound: Number(mwOrEmpty(row.lower)),
          upper_bound: Number(mwOrEmpty(row.upper)),
        }),
      }));
      const written = textOf(reportJson({ meta: {} }, 'forecast', blocks, UTILITY_KEYS, time()));
      expect(written).toBe(JSON.stringify({ meta: {}, forecast }));
    }),
    { numRuns: 30 },
  );
});
