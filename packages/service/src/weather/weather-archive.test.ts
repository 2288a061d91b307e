import {
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type KnownSeries,
  readAsOf,
  type WeatherBlock,
  type WeatherVariable,
} from '@loadcast/core';
import { blockNameOf } from '@loadcast/core/series';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, hasForecasts, knownWeather, withReport } from './weather-archive.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAYS = 24;

interface Told {
  readonly variable?: WeatherVariable;
  readonly start: EpochMs;
  readonly hours: number;
  readonly value: number;
}

function run({ variable = 'temperatureC', start, hours, value }: Told, known: WeatherBlock['known']): WeatherBlock {
  const values = new Float64Array(hours).fill(value);
  return { areaId: 'pjm', point: 'place 0', weight: 1, variable, start, values, known };
}
const issue = (at: EpochMs, value: number, variable: WeatherVariable = 'temperatureC') =>
  run({ variable, start: Math.floor(at / HOUR_MS) * HOUR_MS, hours: 16 * DAYS, value }, { kind: 'at', at });
const observed = (start: EpochMs, hours: number, value: number) =>
  run({ start, hours, value }, { kind: 'lag', lagMs: 0 });
const past = (start: EpochMs, hours: number, value: number, variable: WeatherVariable = 'temperatureC') =>
  run({ variable, start, hours, value }, { kind: 'lag', lagMs: -49 * HOUR_MS });

/** Folded once for each state of the archive: most of the time of these tests went into folding it for each hour. */
const folded = new WeakMap<readonly WeatherBlock[], KnownSeries>();

function at(kept: readonly WeatherBlock[], hour: EpochMs, asOf: EpochMs): number {
  const series = folded.get(kept) ?? knownWeather(kept).get('pjm')!.points[0]!.variables.temperatureC!;
  folded.set(kept, series);
  return readAsOf(series, { start: hour, end: hour + HOUR_MS }, asOf).valuesMw[0]!;
}

/** The months kept after a forecast every six hours, each with its number, and the observations. */
function months(days: number, observes: boolean): { kept: WeatherBlock[]; end: EpochMs } {
  let kept: WeatherBlock[] = [];
  const end = NOW + days * DAY_MS;
  for (let now = NOW; now <= end; now += 6 * HOUR_MS) {
    const reported = [issue(now, (now - NOW) / HOUR_MS)];
    if (observes) reported.push(observed(now - 3 * DAY_MS, 72, -1));
    kept = withReport(kept, reported, now);
  }
  return { kept, end };
}

test('issues of months do not add up: one a day for 40 days and a month at most, cut, the newest whole, and one value an hour before', () => {
  const { kept, end } = months(100, true);
  const issues = kept.filter(({ known }) => known.kind === 'at');
  expect(issues.length).toBeGreaterThanOrEqual(41);
  expect(issues.length).toBeLessThanOrEqual(71);
  expect(issues.slice(0, -1).every(({ values }) => values.length === 78)).toBe(true);
  expect(issues.at(-1)!.values.length).toBe(16 * DAYS);
  const longAgo = { start: NOW + 10 * DAY_MS, end: end - 75 * DAY_MS };
  for (let hour = longAgo.start; hour < longAgo.end; hour += HOUR_MS) {
    const values = kept.filter(({ start, values }) => !Number.isNaN(values[(hour - start) / HOUR_MS] ?? Number.NaN));
    expect(values.length).toBe(1);
  }
});

test('of the time before the issues that are kept, hours say what was forecast two days ahead', () => {
  const { kept } = months(100, true);
  const hour = NOW + 20 * DAY_MS + 5 * HOUR_MS;
  expect(at(kept, hour, hour - 2 * DAY_MS)).toBe(18 * 24);
  expect(at(kept, hour, hour - 2 * DAY_MS - 1)).toBeNaN();
  expect(at(kept, hour, Number.POSITIVE_INFINITY)).toBe(18 * 24);
});

test('an hour that nobody forecast two days ahead keeps what was observed, known at its end', () => {
  let kept = withReport([], [observed(NOW, 24, 7)], NOW + DAY_MS);
  kept = withReport(kept, [issue(NOW + 90 * DAY_MS, 9)], NOW + 90 * DAY_MS);
  expect([at(kept, NOW, NOW + HOUR_MS), at(kept, NOW, NOW + HOUR_MS - 1)]).toEqual([7, NaN]);
});

test('no value is ever known before it was published: forecasts from their issue, observations from the end of the hour', () => {
  const step = fc.record({ hours: fc.integer({ min: 1, max: 30 }), observes: fc.boolean(), issues: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 60, maxLength: 90 }),
      fc.array(fc.nat(5_000), { maxLength: 20 }),
      (steps, probes) => {
        let [kept, now]: [WeatherBlock[], EpochMs] = [[], NOW];
        const issuedAt = new Map<number, EpochMs>();
        for (const { hours, observes, issues } of steps) {
          now += hours * HOUR_MS + 60_000;
          const number = issuedAt.size + 1;
          const reported: WeatherBlock[] = observes
            ? [observed(Math.floor(now / HOUR_MS) * HOUR_MS - 30 * HOUR_MS, 30, -1)]
            : [];
          if (issues) {
            reported.push(issue(now, number));
            issuedAt.set(number, now);
          }
          kept = withReport(kept, reported, now);
        }
        if (kept.length === 0) return;
        for (const probe of probes) {
          const asOf = NOW + probe * 0.5 * HOUR_MS;
          for (const ahead of [-30, -1, 0, 10, 40, 60]) {
            const hour = Math.floor(asOf / HOUR_MS) * HOUR_MS + ahead * HOUR_MS;
            const value = at(kept, hour, asOf);
            if (value === -1) expect(hour + HOUR_MS).toBeLessThanOrEqual(asOf);
            else if (!Number.isNaN(value)) expect(issuedAt.get(value)!).toBeLessThanOrEqual(asOf);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('values are rounded, to tenths of a degree and to whole watts and percent, and zero has no sign', () => {
  const kept = withReport(
    [],
    [issue(NOW, 20.26), issue(NOW, 433.7, 'solarWm2'), issue(NOW, 55.5, 'humidityPct'), issue(NOW, -0.01, 'cloudPct')],
    NOW,
  );
  expect(kept.map(({ values }) => values[0])).toEqual([20.3, 434, 56, 0]);
});

test.each([
  { name: 'as long as temperature', days: 100, shown: true },
  { name: 'a few days shorter', days: 98, shown: true },
  { name: 'much shorter', days: 50, shown: false },
])('a variable that is known $name is shown to the models: $shown', ({ days, shown }) => {
  const report = [past(NOW - 100 * DAY_MS, 100 * DAYS, 20), past(NOW - days * DAY_MS, days * DAYS, 50, 'humidityPct')];
  const { variables } = knownWeather(withReport([], report, NOW)).get('pjm')!.points[0]!;
  expect(Object.keys(variables)).toEqual(shown ? ['humidityPct', 'temperatureC'] : ['temperatureC']);
});

describe('what is written', () => {
  const first = withReport([], [issue(NOW, 20), observed(NOW - 3 * DAY_MS, 72, 15)], NOW);

  test('the same report again writes nothing but what it replaces', () => {
    const again = withReport(first, [observed(NOW - 3 * DAY_MS, 72, 15)], NOW);
    expect(changeOf(first, again)).toEqual({ put: [], drop: [] });
  });

  test('a new forecast is put, and that of the same morning dropped', () => {
    const next = withReport(first, [issue(NOW + HOUR_MS / 2, 21)], NOW + HOUR_MS / 2);
    const { put, drop } = changeOf(first, next);
    expect(put.map(({ values }) => values[0])).toEqual([21]);
    expect(drop.map(({ known }) => known)).toEqual([{ kind: 'at', at: NOW }]);
  });

  test('applying every change gives what is kept', () => {
    const held = new Map<string, WeatherBlock>();
    let kept: WeatherBlock[] = [];
    for (let now = NOW; now < NOW + 60 * DAY_MS; now += 7 * HOUR_MS) {
      const next = withReport(kept, [issue(now, now / DAY_MS), observed(now - DAY_MS - (now % HOUR_MS), 24, 3)], now);
      const { put, drop } = changeOf(kept, next);
      for (const block of drop) held.delete(blockNameOf(block));
      for (const block of put) held.set(blockNameOf(block), block);
      kept = next;
    }
    const sorted = (blocks: Iterable<WeatherBlock>) =>
      [...blocks].sort((a, b) => (blockNameOf(a) < blockNameOf(b) ? -1 : 1));
    expect(sorted(held.values())).toEqual(sorted(kept));
  });
});

test.each([
  { name: 'all of it forecast', blocks: [past(NOW, 240, 1)], is: true },
  { name: 'a tenth missing', blocks: [past(NOW, 216, 1)], is: true },
  { name: 'more missing', blocks: [past(NOW, 200, 1)], is: false },
  { name: 'an issue reaches over it', blocks: [issue(NOW, 1)], is: true },
  { name: 'only observed', blocks: [observed(NOW, 240, 1)], is: false },
  { name: 'nothing kept', blocks: [], is: false },
])('hasForecasts of ten days, $name: $is', ({ blocks, is }) => {
  expect(hasForecasts(withReport([], blocks, NOW), { start: NOW, end: NOW + 10 * DAY_MS })).toBe(is);
});

test('what was forecast of the past changes once a month, and not from day to day', () => {
  let kept: WeatherBlock[] = [];
  const changes: number[] = [];
  for (let day = 0; day < 160; day++) {
    const now = NOW + day * DAY_MS;
    const before = kept;
    kept = withReport(kept, [issue(now, day), observed(now - 3 * DAY_MS, 72, -1)], now);
    const longAgo = [NOW + 20 * DAY_MS, NOW + 50 * DAY_MS].filter((hour) => hour < now - 5 * DAY_MS);
    if (longAgo.some((hour) => at(kept, hour, now) !== at(before, hour, now))) changes.push(day);
  }
  expect(changes.length).toBe(2);
});
