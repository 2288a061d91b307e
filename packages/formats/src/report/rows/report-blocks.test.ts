import { areaById, HOUR_MS, localDay } from '@loadcast/core';
import { operatingHour } from '@loadcast/core/time';
import { expect, test } from 'vitest';
import { blocksOf, countRows } from './report-blocks.js';

const part = (area: 'caiso' | 'ercot' | 'pjm' | 'miso', start: string, values: readonly number[]) => ({
  area: areaById(area),
  code: area,
  run: 'DAM' as const,
  start: Date.parse(start),
  valueMw: Float64Array.from(values),
});
const ones = (hours: number) => new Array<number>(hours).fill(1);

// OASIS interface specification, section 11, and real answers of 2025-11-02 (samples/oasis).
test.each([
  { name: 'Pacific autumn', area: 'caiso', start: '2025-11-02T07:00Z', day: '2025-11-02', endings: [1, 2, 25, 3, 4] },
  { name: 'Pacific spring', area: 'caiso', start: '2026-03-08T08:00Z', day: '2026-03-08', endings: [1, 2, 4, 5] },
  { name: 'Central autumn', area: 'ercot', start: '2026-11-01T05:00Z', day: '2026-11-01', endings: [1, 2, 25, 3, 4] },
  { name: 'Central spring', area: 'ercot', start: '2026-03-08T06:00Z', day: '2026-03-08', endings: [1, 2, 4, 5] },
  { name: 'Eastern autumn', area: 'pjm', start: '2026-11-01T04:00Z', day: '2026-11-01', endings: [1, 2, 25, 3, 4] },
  { name: 'Eastern spring', area: 'pjm', start: '2026-03-08T05:00Z', day: '2026-03-08', endings: [1, 2, 4, 5] },
  { name: 'fixed EST in autumn', area: 'miso', start: '2026-11-01T05:00Z', day: '2026-11-01', endings: [1, 2, 3, 4] },
  { name: 'fixed EST in spring', area: 'miso', start: '2026-03-08T05:00Z', day: '2026-03-08', endings: [1, 2, 3, 4] },
  { name: 'leap day', area: 'caiso', start: '2028-02-29T08:00Z', day: '2028-02-29', endings: [1, 2, 3, 4] },
  { name: 'new year', area: 'pjm', start: '2027-01-01T05:00Z', day: '2027-01-01', endings: [1, 2, 3, 4] },
] as const)('$name: OPR_HR goes $endings', ({ area, start, day, endings }) => {
  const [block, ...more] = blocksOf([part(area, start, ones(endings.length))]);
  expect(more).toEqual([]);
  expect(block?.operatingDay).toBe(day);
  expect([...block!.hourEndings]).toEqual(endings);
});

test.each([
  { name: 'a summer day', day: '2026-07-15', start: '2026-07-15T07:00Z', hours: 24 },
  { name: 'the autumn day', day: '2026-11-01', start: '2026-11-01T07:00Z', hours: 25 },
  { name: 'the spring day', day: '2026-03-08', start: '2026-03-08T08:00Z', hours: 23 },
  { name: 'the last day of the year', day: '2026-12-31', start: '2026-12-31T08:00Z', hours: 24 },
])('$name is one block of $hours hours between two others', ({ day, start, hours }) => {
  const before = new Date(Date.parse(start) - HOUR_MS).toISOString();
  const blocks = blocksOf([part('caiso', before, ones(hours + 2))]);
  expect(blocks.map(({ rows }) => rows)).toEqual([1, hours, 1]);
  expect(blocks[1]?.operatingDay).toBe(day);
});

test('missing hours are no rows, and a day without rows is no block', () => {
  const values = [...ones(24), ...new Array<number>(24).fill(Number.NaN), Number.NaN, 1];
  const blocks = blocksOf([part('caiso', '2026-07-15T07:00Z', values)]);
  expect(blocks.map(({ operatingDay, rows }) => [operatingDay, rows])).toEqual([
    ['2026-07-15', 24],
    ['2026-07-17', 1],
  ]);
  expect(countRows(blocks)).toBe(25);
});

test('another clock can name the days of every area', () => {
  const [block] = blocksOf([part('pjm', '2026-07-15T07:00Z', ones(24))], 'America/Los_Angeles');
  expect([block?.operatingDay, block?.hourEndings[0], block?.rows]).toEqual(['2026-07-15', 1, 24]);
});

test('nothing gives no block', () => expect(blocksOf([part('pjm', '2026-07-15T07:00Z', [])])).toEqual([]));

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
