import { AREAS, CALENDARS, CONTRACT_AREAS, DAY_MS, HOUR_MS, ingestActuals, type Observations } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PUBLICATION_LAG_MS } from './publication.js';
import { simulatedBatch } from './simulated-batch.js';
import { simulatedSource } from './simulated-source.js';

const YEAR = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2025, 0, 1) };
const LATER = Date.UTC(2026, 0, 1);
const year = simulatedBatch(CONTRACT_AREAS, YEAR, LATER);

function find(batch: Observations, series: string, measure = 'demand'): Float64Array {
  return batch.series.find(({ key }) => key.series === series && key.measure === measure)!.valuesMw;
}

test('every area has load, and every grid its operator’s forecast', () => {
  for (const { series, kind } of AREAS) {
    expect(find(year, series)).toHaveLength(8_784);
    if (kind === 'grid') expect(find(year, series, 'day_ahead_forecast')).toHaveLength(8_784);
  }
  expect(year.series).toHaveLength(AREAS.length + 7);
});

test('any window gives the hours of any other', () => {
  const windows = fc.tuple(fc.integer({ min: 0, max: 8_700 }), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(windows, ([first, hours]) => {
      const start = YEAR.start + first * HOUR_MS;
      const part = simulatedBatch(CONTRACT_AREAS, { start, end: start + hours * HOUR_MS }, LATER);
      for (const { key, valuesMw } of part.series) {
        expect([...valuesMw]).toEqual([
          ...find(year, key.series, key.measure).subarray(first, first + valuesMw.length),
        ]);
      }
    }),
    { numRuns: 15 },
  );
});

test('another seed is another world', () => {
  expect(find(simulatedBatch(CONTRACT_AREAS, YEAR, LATER, { seed: 7 }), 'PJM')).not.toEqual(find(year, 'PJM'));
});

test('the utilities add up to CAISO wherever all are published', () => {
  const utilities = ['CISO-PGAE', 'CISO-SCE', 'CISO-SDGE', 'CISO-VEA'].map((series) => find(year, series));
  const sums = utilities[0]!.map((_, i) => utilities.reduce((sum, loadMw) => sum + loadMw[i]!, 0));
  const caiso = find(year, 'CISO');
  const both = [...caiso.keys()].filter((i) => !Number.isNaN(sums[i]! + caiso[i]!));
  expect(both.length).toBeGreaterThan(8_500);
  expect(both.filter((i) => sums[i] !== caiso[i])).toEqual([]);
});

test('some hours are never published, and few', () => {
  for (const { series } of AREAS) {
    const missing = find(year, series).filter((mw) => Number.isNaN(mw)).length;
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(100);
  }
});

test('a major holiday on a working day is lower than the same hours a week before and after', () => {
  const newYear = Date.UTC(2024, 11, 25, 5);
  expect(CALENDARS.us.isMajor(newYear / DAY_MS - 5 / 24)).toBe(true);
  const mean = (start: number) => {
    const day = find(simulatedBatch(CONTRACT_AREAS, { start, end: start + DAY_MS }, LATER), 'PJM');
    return day.reduce((sum, mw) => sum + mw, 0) / 24;
  };
  expect(mean(newYear)).toBeLessThan(Math.min(mean(newYear - 7 * DAY_MS), mean(newYear + 7 * DAY_MS)));
});

test('the operators’ forecasts are 1 to 3 % off', () => {
  for (const { series, kind } of AREAS) {
    if (kind !== 'grid') continue;
    const [load, forecast] = [find(year, series), find(year, series, 'day_ahead_forecast')];
    const errors = [...load.keys()]
      .map((i) => Math.abs(forecast[i]! / load[i]! - 1))
      .filter((error) => !Number.isNaN(error));
    const mapePct = (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
    expect(mapePct).toBeGreaterThan(0.8);
    expect(mapePct).toBeLessThan(3);
  }
});

test.each([
  { name: 'the spring change', noon: Date.UTC(2026, 2, 8, 12) },
  { name: 'the autumn change', noon: Date.UTC(2026, 10, 1, 12) },
  { name: 'a leap day', noon: Date.UTC(2028, 1, 29, 12) },
  { name: 'the end of a year', noon: Date.UTC(2027, 0, 1) },
])('a poll sees load up to 1.7 h after its hour: $name', async ({ noon }) => {
  const asOf = noon + 40 * 60_000;
  const window = { start: noon - DAY_MS, end: noon + 2 * DAY_MS };
  const reply = await simulatedSource(CONTRACT_AREAS).fetch(window, asOf, new AbortController().signal);
  const newest = Math.max(
    ...reply.series
      .filter(({ key }) => key.measure === 'demand')
      .map(({ valuesMw }) => valuesMw.findLastIndex((mw) => !Number.isNaN(mw))),
  );
  expect(window.start + newest * HOUR_MS + HOUR_MS).toBe(Math.floor((asOf - PUBLICATION_LAG_MS) / HOUR_MS) * HOUR_MS);
});

test.each([
  { day: 'an ordinary day', start: Date.UTC(2026, 6, 1, 4), hours: 24, known: Date.UTC(2026, 5, 30, 12) },
  { day: 'the spring change', start: Date.UTC(2026, 2, 8, 5), hours: 23, known: Date.UTC(2026, 2, 7, 13) },
  { day: 'the autumn change', start: Date.UTC(2026, 10, 1, 4), hours: 25, known: Date.UTC(2026, 9, 31, 12) },
  { day: 'New Year', start: Date.UTC(2027, 0, 1, 5), hours: 24, known: Date.UTC(2026, 11, 31, 13) },
])(
  'the operator’s forecast of $day is out at 08:00 of the day before, ahead of the gate',
  ({ start, hours, known }) => {
    const day = { start, end: start + hours * HOUR_MS };
    const knownHours = (asOf: number) =>
      find(simulatedBatch(CONTRACT_AREAS, day, asOf), 'NYIS', 'day_ahead_forecast').filter((mw) => !Number.isNaN(mw))
        .length;
    expect([knownHours(known - 1), knownHours(known)]).toEqual([0, hours]);
  },
);

test('an aborted poll says so', async () => {
  await expect(simulatedSource(CONTRACT_AREAS).fetch(YEAR, LATER, AbortSignal.abort())).rejects.toThrow(/abort/i);
});

test('polls over six weeks go through ingest, with late restatements, and end in the upstream’s last word', async () => {
  const store = memoryActualsStore();
  const window = { start: Date.UTC(2025, 0, 1), end: Date.UTC(2025, 1, 12) };
  let restated = 0;
  for (let now = window.start + DAY_MS; now <= window.end + 5 * DAY_MS; now += DAY_MS) {
    const recent = { start: Math.max(window.start, now - 7 * DAY_MS), end: Math.min(window.end, now) };
    const report = await ingestActuals(store, simulatedBatch(CONTRACT_AREAS, recent, now), {
      ingestedAt: now,
      arrival: 'live',
    });
    restated += report.series.reduce((sum, { restatedHours }) => sum + restatedHours, 0);
  }
  expect(restated).toBeGreaterThan(24);
  const last = simulatedBatch(CONTRACT_AREAS, window, LATER);
  for (const { series } of AREAS) {
    const stored = await store.read({ series, measure: 'demand' });
    const said = find(last, series);
    const wrong = [...stored.values.keys()].filter(
      (i) => !Object.is(stored.values[i], said[i + (stored.start - window.start) / HOUR_MS]),
    );
    expect(wrong).toEqual([]);
  }
});
