import fc from 'fast-check';
import { XMLBuilder } from 'fast-xml-parser';
import { expect, test, vi } from 'vitest';
import { DISCLAIMER, reportXml } from './report-xml.js';
import { formatMw } from './rows/mw.js';
import { BOUNDED_TAGS, REPORT_TAGS } from './rows/report-columns.data.js';
import { anyReport, iso, mwOrEmpty, slowRows, textOf, time } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test.each([
  { name: 'B', tags: REPORT_TAGS, isBounded: false },
  { name: 'C', tags: BOUNDED_TAGS, isBounded: true },
])('XML of surface $name is what XMLBuilder writes', ({ tags, isBounded }) => {
  const builder = new XMLBuilder({ format: true, indentBy: '', ignoreAttributes: false, attributeNamePrefix: '@' });
  fc.assert(
    fc.property(anyReport, (blocks) => {
      const rows = slowRows(blocks);
      const isos = [...new Set(rows.map(({ area }) => area.iso))];
      const itemOf = (index: number) => {
        const own = rows.filter((row) => row.index === index);
        const { area, run } = own[0]!;
        return {
          REPORT_HEADER: {
            SYSTEM: 'OASIS',
            TZ: area.oasisTimezone,
            REPORT: 'SLD_FCST',
            MKT_TYPE: run,
            ...(run === 'RTM' && { EXECUTION_TYPE: 'RTM' }),
            UOM: 'MW',
            INTERVAL: 'ENDING',
            SEC_PER_INTERVAL: 3600,
          },
          REPORT_DATA: own.map((row) => ({
            DATA_ITEM: row.item,
            RESOURCE_NAME: row.code,
            OPR_DATE: row.operatingDay,
            INTERVAL_NUM: row.hourEnding,
            INTERVAL_START_GMT: row.startText,
            INTERVAL_END_GMT: row.endText,
            VALUE: formatMw(row.number),
            ...(isBounded &&
              !Number.isNaN(row.lower) && { LOWER_BOUND: mwOrEmpty(row.lower), UPPER_BOUND: mwOrEmpty(row.upper) }),
          })),
        };
      };
      const expected = builder.build({
        '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
        OASISReport: {
          '@xmlns': 'http://www.caiso.com/soa/OASISReport_v1.xsd',
          MessageHeader: { TimeDate: iso(0), Source: 'x', Version: 'v20131201' },
          MessagePayload: {
            RTO: isos.map((name) => ({
              name,
              REPORT_ITEM: blocks.flatMap((block, i) => (block.part.area.iso === name ? [itemOf(i)] : [])),
              DISCLAIMER_ITEM: { DISCLAIMER },
            })),
          },
        },
      });
      const head = { report: 'SLD_FCST', generatedAt: 0, source: 'x' };
      expect(textOf(reportXml(head, blocks, tags, time()))).toBe(expected.trimEnd());
    }),
    { numRuns: 40 },
  );
});
