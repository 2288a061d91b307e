import { AREAS, areaById, HOUR_MS, localDay, MARKET_RUNS, type ReportRun } from '@loadcast/core';
import { operatingHour } from '@loadcast/core/time';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { XMLBuilder } from 'fast-xml-parser';
import { describe, expect, test, vi } from 'vitest';
import { readReportCsv, readReportXml } from '../testing/oasis-read.js';
import { formatMw } from './mw.js';
import { blocksOf, countRows, type ReportBlock, type RunPart } from './report-blocks.js';
import { chunksOf, streamOf, wholeOf } from './report-chunks.js';
import { BOUNDED_TAGS, REPORT_COLUMNS, REPORT_TAGS, UTILITY_COLUMNS, UTILITY_KEYS } from './report-columns.data.js';
import { reportCsv } from './report-csv.js';
import { reportJson } from './report-json.js';
import { mwText } from './report-layout.js';
import { RUN_WORDS } from './report-runs.data.js';
import { utcText } from './report-time.js';
import { DISCLAIMER, reportXml } from './report-xml.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const RUNS: readonly ReportRun[] = [...MARKET_RUNS, 'ACTUAL', 'RTM'];

const mw = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -500_000, max: 20_000_000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 0.004, -0.004, 0.005, 1e-9, 2_147_480_000, 1e12 + 0.25) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
);

const part: fc.Arbitrary<RunPart> = fc
  .record({
    area: fc.constantFrom(...AREAS),
    run: fc.constantFrom(...RUNS),
    hour: fc.integer({ min: Date.UTC(2015, 0, 1) / HOUR_MS, max: Date.UTC(2035, 0, 1) / HOUR_MS }),
    values: fc.array(mw, { minLength: 1, maxLength: 60 }),
    hasBounds: fc.boolean(),
  })
  .map(({ area, run, hour, values, hasBounds }) => ({
    area,
    code: area.codes.oasis[0]!.code,
    run,
    start: hour * HOUR_MS,
    valueMw: Float64Array.from(values),
    p10Mw: Float64Array.from(values, (value, i) => (hasBounds && i % 3 > 0 ? value - 1.5 : Number.NaN)),
    p90Mw: Float64Array.from(values, (value, i) => (hasBounds && i % 3 > 0 ? value + 1.25 : Number.NaN)),
  }));

/** A report always has a row: without one the answer is `no_data`. */
const report = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => blocksOf(parts))
  .filter((blocks) => blocks.length > 0);
const time = () => utcText('+00:00');
const iso = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}+00:00`;

/** The rows of a report, made the slow way: an object a row, nothing shared. */
function slowRows(blocks: readonly ReportBlock[]) {
  return blocks.flatMap(({ part: { area, code, run, start, valueMw, p10Mw, p90Mw }, from, to }, index) =>
    Array.from({ length: to - from }, (_, i) => from + i)
      .filter((i) => !Number.isNaN(valueMw[i]))
      .map((i) => {
        const { operatingDay, hourEnding } = operatingHour(area.marketTimezone, start + i * HOUR_MS);
        const { loadType, label, item, pos } = RUN_WORDS[run];
        const [startText, endText] = [iso(start + i * HOUR_MS), iso(start + (i + 1) * HOUR_MS)];
        const [value, lower, upper] = [valueMw[i]!, p10Mw![i]!, p90Mw![i]!];
        const number = Number(formatMw(value));
        return {
          index,
          area,
          code,
          run,
          startText,
          endText,
          operatingDay,
          hourEnding,
          loadType,
          label,
          item,
          pos,
          number,
          lower,
          upper,
        };
      }),
  );
}

const text = (value: number) => (Number.isNaN(value) ? '' : formatMw(value));

describe('the hot path writes what the libraries write', () => {
  test('CSV: csv-stringify', () => {
    fc.assert(
      fc.property(report, (blocks) => {
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
        expect([...reportCsv(blocks, REPORT_COLUMNS, time())].join('')).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("CSV of surface C's columns: csv-stringify", () => {
    fc.assert(
      fc.property(report, (blocks) => {
        const rows = slowRows(blocks).map((row) => [
          row.startText,
          row.endText,
          row.code,
          row.run,
          text(row.number),
          text(row.lower),
          text(row.upper),
          'MW',
        ]);
        const expected = stringify([UTILITY_COLUMNS.map(({ name }) => name), ...rows]);
        expect([...reportCsv(blocks, UTILITY_COLUMNS, time())].join('')).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    { name: 'B', tags: REPORT_TAGS, isBounded: false },
    { name: 'C', tags: BOUNDED_TAGS, isBounded: true },
  ])('XML of surface $name: XMLBuilder', ({ tags, isBounded }) => {
    const builder = new XMLBuilder({ format: true, indentBy: '', ignoreAttributes: false, attributeNamePrefix: '@' });
    fc.assert(
      fc.property(report, (blocks) => {
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
                !Number.isNaN(row.lower) && { LOWER_BOUND: text(row.lower), UPPER_BOUND: text(row.upper) }),
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
        expect([...reportXml(head, blocks, tags, time())].join('')).toBe(expected.trimEnd());
      }),
      { numRuns: 40 },
    );
  });

  test('JSON: JSON.stringify', () => {
    fc.assert(
      fc.property(report, (blocks) => {
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
        const written = [...reportJson({ count: data.length }, 'data', blocks, REPORT_COLUMNS, time())].join('');
        expect(written).toBe(JSON.stringify({ count: data.length, data }));
      }),
      { numRuns: 30 },
    );
  });

  test("JSON of surface C's rows: JSON.stringify", () => {
    fc.assert(
      fc.property(report, (blocks) => {
        const forecast = slowRows(blocks).map((row) => ({
          interval_start: row.startText,
          value: row.number,
          ...(!Number.isNaN(row.lower) && {
            lower_bound: Number(text(row.lower)),
            upper_bound: Number(text(row.upper)),
          }),
        }));
        const written = [...reportJson({ meta: {} }, 'forecast', blocks, UTILITY_KEYS, time())].join('');
        expect(written).toBe(JSON.stringify({ meta: {}, forecast }));
      }),
      { numRuns: 30 },
    );
  });

  test('MW: formatMw', () => {
    fc.assert(
      fc.property(fc.oneof(mw, fc.double({ min: -1e13, max: 1e13, noNaN: true })), (value) => {
        expect(mwText(value)).toBe(text(value));
      }),
      { numRuns: 1_000 },
    );
  });
});

test('CSV, XML and JSON hold the same rows', () => {
  fc.assert(
    fc.property(report, (blocks) => {
      const key = (row: { start: number; area: string; run: string; hourEnding: number; mw: number }) =>
        JSON.stringify([row.area, row.run, row.start, row.hourEnding, row.mw]);
      const csv = readReportCsv([...reportCsv(blocks, REPORT_COLUMNS, utcText('-00:00'))].join(''));
      const head = { report: 'SLD_FCST', generatedAt: 0, source: 'x' };
      const xml = readReportXml([...reportXml(head, blocks, REPORT_TAGS, utcText('-00:00'))].join(''));
      const json: { data: Record<string, string | number>[] } = JSON.parse(
        [...reportJson({ a: 1 }, 'data', blocks, REPORT_COLUMNS, time())].join(''),
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

test.each((['caiso', 'ercot', 'pjm', 'miso'] as const).map((id) => ({ id, zone: areaById(id).marketTimezone })))(
  "$id: operating days and hours are core's, hour by hour over two years of clock changes",
  ({ zone, id }) => {
    const area = areaById(id);
    const start = Date.UTC(2027, 11, 31);
    const valueMw = new Float64Array(2 * 8_784).fill(1);
    const blocks = blocksOf([{ area, code: id, run: 'DAM', start, valueMw }]);
    const found = blocks.flatMap((block) =>
      [...block.hourEndings].map((hourEnding) => ({ operatingDay: block.operatingDay, hourEnding })),
    );
    expect(found).toEqual([...valueMw].map((_, i) => operatingHour(zone, start + i * HOUR_MS)));
    expect(blocks.map(({ rows }) => rows)).toSatisfy((rows: number[]) =>
      rows.slice(1, -1).every((n) => n >= 23 && n <= 25),
    );
    expect(blocks[1]!.operatingDay).toBe(localDay(zone, start + 24 * HOUR_MS));
  },
);

test.each([
  { name: 'nothing', texts: [], chunks: 0 },
  { name: 'one small text', texts: ['a'], chunks: 1 },
  { name: 'a text larger than a chunk', texts: ['a'.repeat(200_000), 'b'], chunks: 2 },
  { name: 'many texts', texts: Array.from({ length: 3_000 }, (_, i) => `${i},`.repeat(10)), chunks: 3 },
])('chunks of $name hold its bytes', async ({ texts, chunks }) => {
  const made = [...chunksOf(texts)];
  expect(made).toHaveLength(chunks);
  expect(Buffer.concat(made).toString('latin1')).toBe(texts.join(''));
  expect(Buffer.from(wholeOf(texts)).toString('latin1')).toBe(texts.join(''));
  const streamed: Uint8Array[] = [];
  for await (const chunk of streamOf(texts)) streamed.push(chunk);
  expect(Buffer.concat(streamed).toString('latin1')).toBe(texts.join(''));
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
