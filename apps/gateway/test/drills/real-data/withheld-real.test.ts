import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { AREAS, type Area, CONTRACT_AREAS, clockLagHours, HOUR_MS, ingestActuals, readHistory } from '@loadcast/core';
import { readWithheld } from '@loadcast/core/insight';
import { memoryActualsStore } from '@loadcast/core/memory';
import { offsetMs } from '@loadcast/core/time';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';
import { beforeAll, describe, expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { REAL_EVENTS } from './real-events.data.js';

const real = testData('data/eia930');
const NOW = Date.UTC(2026, 10, 21);
/** Noon after the first day of each replay, and the whole of what there is. */
const INSTANTS = ['2021-02-15T12Z', '2021-02-16T12Z', '2023-07-15T12Z', '2023-11-05T12Z', '2026-11-21T00Z'];

const hourAt = (text: string): number => Date.parse(text.replace('Z', ':00Z'));
const hourText = (at: number): string => `${new Date(at).toISOString().slice(0, 13)}Z`;
const deps = { actuals: memoryActualsStore() };

/** An area, or any other series as one without neighbors. */
const areaOf = (series: string): Area =>
  CONTRACT_AREAS.bySeries(series) ?? {
    ...CONTRACT_AREAS.byId('pjm'),
    id: 'other',
    series,
    subAreas: [],
    screening: CONTRACT_AREAS.screening(series),
    neighbours: { grids: [], adjacent: [] },
  };

describe.skipIf(real === undefined)('real load', () => {
  beforeAll(async () => {
    const parts = AREAS.flatMap(({ series, subAreas = [] }) => subAreas.map((part) => `${series}-${part}`));
    const loads = new Set([...AREA_SERIES, ...parts, ...REAL_EVENTS.map(({ series }) => series)]);
    const wanted = [
      ...[...loads].map((series) => ({ series, measure: 'demand' }) as const),
      ...[...AREA_SERIES].map((series) => ({ series, measure: 'day_ahead_forecast' }) as const),
    ];
    for (const name of readdirSync(real!).sort()) {
      const { observations } = await readBulkFile(join(real!, name), { now: NOW, wanted });
      await ingestActuals(deps.actuals, observations, { ingestedAt: NOW, arrival: 'history' });
    }
  }, 600_000);

  test.each(REAL_EVENTS)('$event, $series: $verdict', async ({ series, from, to, verdict }) => {
    const window = { start: hourAt(from), end: hourAt(to) };
    const hours = (window.end - window.start) / HOUR_MS;
    const load = await deps.actuals.read({ series, measure: 'demand' });
    expect(load.start + load.values.length * HOUR_MS).toBeGreaterThanOrEqual(window.end);
    const withheld = await readWithheld(deps, areaOf(series), window, NOW);
    const found = withheld.map(({ start, reason }) => `${hourText(start)} ${reason}`);
    const all = Array.from({ length: hours }, (_, hour) => `${hourText(window.start + hour * HOUR_MS)} ${verdict}`);
    expect(found).toEqual(verdict === 'true load' ? [] : all);
  });

  test('no month of PGE has another clock than its own weeks before, and most that are moved by an hour have', async () => {
    const load = await deps.actuals.read({ series: 'CISO-PGAE', measure: 'demand' });
    const at = (instant: number) => load.values[(instant - load.start) / HOUR_MS] ?? Number.NaN;
    const month = (start: number, value: (instant: number) => number) => ({
      start,
      valuesMw: Float64Array.from({ length: 720 }, (_, hour) => value(start + hour * HOUR_MS)),
    });
    const offset = (instant: number) => offsetMs('America/Los_Angeles', instant);
    const [alarms, found]: [string[], boolean[]] = [[], []];
    for (let start = hourAt('2020-02-15T00Z'); start < hourAt('2023-11-01T00Z'); start += 240 * HOUR_MS) {
      const weeks = [3, 4, 5, 6, 7].map((back) => back * 168 * HOUR_MS);
      const before = (instant: number, back: number) => at(instant - back + offset(instant) - offset(instant - back));
      const forecast = month(start, (instant) => weeks.reduce((sum, back) => sum + before(instant, back), 0) / 5);
      if (clockLagHours(month(start, at), forecast)) alarms.push(hourText(start));
      found.push(
        clockLagHours(
          month(start, (instant) => at(instant - HOUR_MS)),
          forecast,
        ) === 1,
      );
    }
    expect(alarms).toEqual([]);
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.5);
  });

  test('what was published and is not served is listed, hour by hour, and reviewed', async () => {
    const published = await publishedHours();
    for (const area of AREAS) {
      const hours = [...published.get(area.series)!].sort((a, b) => a - b);
      const window = { start: hours[0]!, end: hours.at(-1)! + HOUR_MS };
      for (const asOf of INSTANTS.map(hourAt)) {
        const served = await readHistory(deps, { area, window, asOf });
        const isServed = (at: number) => !Number.isNaN(served.hours.valuesMw[(at - window.start) / HOUR_MS]!);
        // Load from files counts as known two hours after its hour.
        const notServed = hours.filter((at) => at + 3 * HOUR_MS <= asOf && !isServed(at));
        const listed = await readWithheld(deps, area, window, asOf);
        expect(listed.map(({ start }) => start)).toEqual(notServed);
        expect(listed.filter(({ review }) => !review).map(({ start }) => hourText(start))).toEqual([]);
      }
    }
  }, 600_000);
});

const AREA_SERIES = new Set<string>(AREAS.map(({ series }) => series));
/** `packages/sources/src/eia930/clock-faults.data.ts`, in other words. */
const isLate = (authority: string, at: number): boolean =>
  authority === 'CISO' &&
  (at < hourAt('2016-09-12T21Z') ||
    (at >= hourAt('2022-06-14T07Z') && at < hourAt('2022-06-15T07Z')) ||
    at >= hourAt('2022-06-16T07Z'));

/** The hours with demand in the files, read without the readers of the product; California's late labels are moved. */
async function publishedHours(): Promise<Map<string, Set<number>>> {
  const found = new Map([...AREA_SERIES].map((series) => [series, new Set<number>()]));
  for (const name of readdirSync(real!)) {
    let columns: string[] | undefined;
    for await (const line of createInterface(createReadStream(join(real!, name)).pipe(createGunzip()))) {
      const [authority = ''] = line.split(',', 1);
      if (columns && !found.has(authority.replaceAll('"', ''))) continue;
      const cells = Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain!);
      columns ??= cells;
      const cell = (title: string): string => cells[columns!.indexOf(title)] ?? '';
      const part = cell('Sub-Region');
      const hours = found.get(part ? `${cells[0]}-${part}` : cells[0]!);
      if (!hours || cell('Demand (MW)') === '') continue;
      const [month, day, year, hour] = cell('UTC Time at End of Hour').match(/\d+/g)!.map(Number);
      const clock = (hour! % 12) + (cell('UTC Time at End of Hour').endsWith('PM') ? 12 : 0);
      const at = Date.UTC(year!, month! - 1, day, clock) - HOUR_MS;
      hours.add(isLate(cells[0]!, at) ? at - HOUR_MS : at);
    }
  }
  return found;
}
