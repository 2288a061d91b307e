import { addDays, type EpochMs, findArea } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { operatingDayWindow } from '@loadcast/core/time';
import { compactTime } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createSurfaceB } from './surface-b.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const DAYS = [
  { name: 'summer day', day: '2026-07-15', hours: { CISO: 24, ERCO: 24, PJM: 24, MISO: 24 } },
  { name: 'spring change', day: '2026-03-08', hours: { CISO: 23, ERCO: 23, PJM: 23, MISO: 24 } },
  { name: 'autumn change', day: '2026-11-01', hours: { CISO: 25, ERCO: 25, PJM: 25, MISO: 24 } },
  { name: 'year end', day: '2026-12-31', hours: { CISO: 24, ERCO: 24, PJM: 24, MISO: 24 } },
] as const;
const CODES = ['CISO', 'ERCO', 'PJM', 'MISO'] as const;
const FORMATS = { '5': 'xml', '6': 'csv', '7': 'json' } as const;

/** The operating day of a code's market, as a query. */
function dayQuery(code: string, day: string): string {
  const { start, end } = operatingDayWindow(findArea('b', code)!.area.marketTimezone, day);
  return `tac_area_name=${code}&startdatetime=${compactTime(start)}&enddatetime=${compactTime(end)}`;
}

// docs/faults.md: faults 17, 18, 19
describe.each(DAYS)('golden files of the $name $day', ({ day, hours }) => {
  let world: ReportWorld;
  const receivedAt: EpochMs = Date.parse(`${day}T00:00Z`) + 40 * 3_600_000;
  beforeAll(async () => {
    const areas = CODES.map((code) => findArea('b', code)!.area.id);
    world = await reportWorld(addDays(day, -3), addDays(day, 1), { areas });
  });

  const cases = CODES.flatMap((code) =>
    (['5', '6', '7'] as const).flatMap((format) => [
      { code, format, report: 'SLD_FCST', query: 'queryname=SLD_FCST&market_run_id=DAM' },
      { code, format, report: 'SLD_ACTUAL', query: 'queryname=SLD_ACTUAL' },
    ]),
  );
  test.each(cases)('$report of $code, resultformat $format', async ({ code, format, report, query }) => {
    const answer = await ask(createSurfaceB(world), `${query}&${dayQuery(code, day)}&resultformat=${format}`, {
      receivedAt,
    });
    expect(answer.status).toBe(200);
    await expect(answer.text).toMatchFileSnapshot(`../golden/${report}-${code}-${day}.${FORMATS[format]}`);
    if (format !== '6') return;
    const endings = answer.text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[4]));
    expect(endings).toHaveLength(hours[code]);
    expect(endings.includes(25)).toBe(hours[code] === 25);
    expect(endings.includes(3)).toBe(hours[code] !== 23);
  });
});

test('a golden file is bytes: LF, no BOM, CSV ends with a newline and XML does not', async () => {
  const world = await reportWorld('2026-07-12', '2026-07-16', { areas: ['caiso'] });
  const receivedAt = Date.parse('2026-07-16T16:00Z');
  const query = `queryname=SLD_FCST&market_run_id=DAM&${dayQuery('CISO', '2026-07-15')}`;
  const csv = await ask(createSurfaceB(world), query, { receivedAt });
  const xml = await ask(createSurfaceB(world), `${query}&resultformat=5`, { receivedAt });
  expect(csv.bytes[0]).toBe('I'.charCodeAt(0));
  expect(csv.text.endsWith('\n')).toBe(true);
  expect(xml.text.endsWith('</OASISReport>')).toBe(true);
  expect(`${csv.text}${xml.text}`).toMatch(/^[\n\x20-\x7e]*$/);
});
