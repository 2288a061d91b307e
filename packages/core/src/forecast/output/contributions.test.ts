import { describe, expect, test } from 'vitest';
import type { Climatology } from '../climatology/climatology.js';
import { type EnsembleMember, initialWeights, OUTPUTS } from '../combination/ensemble.js';
import type { LocalHours } from '../inputs/local-days.js';
import type { Member, MemberParts } from '../regression/member.js';
import { contributionsOf, type LogParts, meanParts } from './contributions.js';

const HOURS: LocalHours = { start: 0, leadDays: Uint8Array.of(0, 1), hours: Uint8Array.of(13, 5) };
const filled = (value: number) => new Float64Array(OUTPUTS).fill(value);

/** A calendar that expects `expectedMw`, a share of it for a holiday. */
const calendarOf = (expectedMw: number, holidayLog = 0): Pick<Climatology, 'writeLogs' | 'writeHolidayPart'> => ({
  writeLogs(_day, _cutoff, out, at) {
    out.fill(Math.log(expectedMw) + holidayLog, at, at + 24);
  },
  writeHolidayPart(_day, _cutoff, out, at) {
    out.fill(holidayLog, at, at + 24);
  },
});

const partsOf = (parts: Partial<Record<keyof LogParts, number>> = {}): LogParts => ({
  recentLoad: filled(parts.recentLoad ?? 0),
  neighbours: filled(parts.neighbours ?? 0),
  operator: filled(parts.operator ?? 0),
  weather: filled(parts.weather ?? 0),
});

describe('contributions in MW', () => {
  test.each([
    { name: 'the calendar alone', value: 1_000, calendar: calendarOf(1_000), parts: {}, mw: { climatologyMw: 1_000 } },
    {
      name: 'recent load that adds ten percent',
      value: 1_100,
      calendar: calendarOf(1_000),
      parts: { recentLoad: Math.log(1.1) },
      mw: { climatologyMw: 1_000, recentLoadMw: 100 },
    },
    {
      name: 'a holiday that takes twenty percent',
      value: 800,
      calendar: calendarOf(1_000, Math.log(0.8)),
      parts: {},
      mw: { climatologyMw: 1_000, holidayMw: -200 },
    },
    {
      name: 'two factors that cancel out',
      value: 1_000,
      calendar: calendarOf(1_000),
      parts: { operator: Math.log(1.25), weather: Math.log(0.8) },
      mw: { climatologyMw: 1_000, operatorMw: 223.14, weatherMw: -223.14 },
    },
  ])('$name', ({ value, calendar, parts, mw }) => {
    const split = contributionsOf(HOURS, Float64Array.of(value, value), partsOf(parts), calendar, 100, 90);
    const none = { climatologyMw: 0, holidayMw: 0, recentLoadMw: 0, neighboursMw: 0, operatorMw: 0, weatherMw: 0 };
    for (const [key, expected] of Object.entries({ ...none, ...mw })) {
      expect([key, split[key as keyof typeof split][1]]).toEqual([key, expect.closeTo(expected, 1)]);
    }
  });

  test.each([0, 0.01, 733.21, 21_537.46])('add up to the value to the hundredth: %d MW', (value) => {
    const parts = partsOf({ recentLoad: 0.03, neighbours: -0.011, operator: 0.07, weather: -0.2 });
    const split = contributionsOf(HOURS, Float64Array.of(value, value), parts, calendarOf(700, -0.05), 100, 90);
    const sum = Object.values(split).reduce((total, part) => total + part[0]!, 0);
    expect(sum).toBeCloseTo(value, 8);
  });
});

describe('the mean parts of an ensemble', () => {
  const PARTS = { own: filled(0.1), neighbours: filled(0.2), remainder: filled(0.3), remainderKind: 'recentLoad' };
  const SECOND = { own: filled(0.3), neighbours: filled(0), remainder: filled(0.5), remainderKind: 'weather' };
  /** Members that explain a log of 9 in parts. */
  const ensembleOf = (second: Partial<MemberParts> = {}): readonly EnsembleMember[] => {
    const memberOf = (parts: object) => ({ explain: () => ({ logs: filled(9), ...parts }) }) as unknown as Member;
    return [
      { kind: 'grids', member: memberOf(PARTS), isFallback: false },
      { kind: 'weather', member: memberOf({ ...SECOND, ...second }), isFallback: false },
    ];
  };

  test('each remainder goes to its own input, each part by its member’s weight', () => {
    const ensemble = ensembleOf();
    const mean = meanParts(ensemble, 100, initialWeights(ensemble));
    expect([mean.recentLoad[7], mean.neighbours[7], mean.weather[7], mean.operator[7]]).toEqual([
      expect.closeTo((0.1 + 0.3) / 2 + 0.3 / 2, 12),
      expect.closeTo(0.1, 12),
      expect.closeTo(0.25, 12),
      0,
    ]);
  });

  test('a member without a forecast of an hour has no part in it', () => {
    const ensemble = ensembleOf({ logs: filled(Number.NaN) });
    const mean = meanParts(ensemble, 100, initialWeights(ensemble));
    expect([mean.recentLoad[7], mean.weather[7]]).toEqual([expect.closeTo(0.4, 12), 0]);
  });
});
