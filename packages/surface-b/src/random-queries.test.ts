import { codedAreas, MINUTE_MS } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { compactTime } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSingleZipSurface } from './single-zip-surface.js';
import { createSurfaceB } from './surface-b.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const receivedAt = Date.parse('2026-11-10T18:00:30Z');

let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld('2026-10-20', '2026-11-10', { areas: ['caiso', 'ercot', 'miso', 'nyiso'] });
});

const query = fc
  .record({
    report: fc.constantFrom(
      ...['DAM', '2DA', '7DA', '15DA'].map((run) => `queryname=SLD_FCST&market_run_id=${run}`),
      'queryname=SLD_ACTUAL',
    ),
    area: fc.constantFrom('', ...codedAreas('b').map(({ code }) => `&tac_area_name=${code}`)),
    start: fc.integer({
      min: Date.parse('2026-10-18T00:00Z') / MINUTE_MS,
      max: Date.parse('2026-11-12T00:00Z') / MINUTE_MS,
    }),
    minutes: fc.integer({ min: 1, max: 5 * 1_440 }),
    offset: fc.constantFrom(0, -420, -300, 330),
  })
  .map(({ report, area, start, minutes, offset }) => {
    const [from, to] = [start * MINUTE_MS, (start + minutes) * MINUTE_MS];
    const range = `startdatetime=${compactTime(from, offset)}&enddatetime=${compactTime(to, offset)}`;
    return `${report}${area}&${range.replaceAll('+', '%2B')}`;
  });

/** Area, start, hour ending and MW of every row, sorted. */
type Said = string[];
const fromCsv = (text: string): Said =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map((cell) => `${cell[7]} ${cell[0]} ${cell[4]} ${cell[11]}`)
    .sort();
const fromJson = (text: string): Said =>
  JSON.parse(text)
    .data.map(
      (row: Record<string, unknown>) =>
        `${row['tac_area_name']} ${row['intervalstarttime_gmt']} ${row['opr_hr']} ${row['mw']}`,
    )
    .sort();
const XML_ROW =
  /<RESOURCE_NAME>(.+)<\/RESOURCE_NAME>\n<OPR_DATE>.+<\/OPR_DATE>\n<INTERVAL_NUM>(.+)<\/INTERVAL_NUM>\n<INTERVAL_START_GMT>(.+)<\/INTERVAL_START_GMT>\n<INTERVAL_END_GMT>.+<\/INTERVAL_END_GMT>\n<VALUE>(.+)<\/VALUE>/g;
const fromXml = (text: string): Said =>
  [...text.matchAll(XML_ROW)].map(([, area, hour, start, mw]) => `${area} ${start} ${hour} ${mw}`).sort();

test('any query gives the same numbers in XML, CSV and JSON, or no_data in all of them', async () => {
  const surface = createSurfaceB(world);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(query, async (raw) => {
      const [xml, csv, json] = await Promise.all(
        ['5', '6', '7'].map((format) => ask(surface, `${raw}&resultformat=${format}`, { receivedAt })),
      );
      expect([200, 404]).toContain(csv!.status);
      expect([xml!.status, json!.status]).toEqual([csv!.status, csv!.status]);
      if (csv!.status === 404) return;
      found++;
      expect(fromXml(xml!.text)).toEqual(fromCsv(csv!.text));
      expect(fromJson(json!.text)).toEqual(fromCsv(csv!.text));
    }),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(10);
});

test('no date of any century is a 5xx', async () => {
  const surfaces = [createSurfaceB(world), createSingleZipSurface(world)];
  const instant = fc.tuple(
    fc.integer({ min: 0, max: 9_999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
    fc.constantFrom('-2359', '-0000', '+2359'),
  );
  const text = ([year, month, day, offset]: [number, number, number, string], hour: string) =>
    `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}T${hour}${offset}`;
  await fc.assert(
    fc.asyncProperty(
      instant,
      fc.constantFrom(...surfaces),
      fc.constantFrom('SLD_FCST', 'SLD_ACTUAL'),
      async (at, surface, report) => {
        const range = `startdatetime=${text(at, '00:00')}&enddatetime=${text(at, '23:59')}`.replaceAll('+', '%2B');
        const answer = await ask(surface, `queryname=${report}&market_run_id=15DA&version=1&${range}`, { receivedAt });
        expect(answer.status).toBeLessThan(500);
      },
    ),
    {
      numRuns: 150,
      examples: ['99991230', '99991231', '01000101', '00010101', '19000101', '16000229'].flatMap((day) =>
        surfaces.map((surface): [[number, number, number, string], (typeof surfaces)[number], string] => [
          [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6)), '-2359'],
          surface,
          'SLD_FCST',
        ]),
      ),
    },
  );
});
