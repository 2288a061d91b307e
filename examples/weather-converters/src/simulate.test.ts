import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { errorC, simulatedCsv } from './simulate.mjs';

const START = Date.UTC(2016, 0, 1);
const DAYS = 1100;
const CLIMATE_END = START + 731 * DAY_MS;

/** Made-up observations: a year, a day, and weather that changes within a week, some 6 °C up and down. */
const observedC = (hour: number) =>
  12 -
  10 * Math.cos((2 * Math.PI * hour) / 8766) -
  4 * Math.cos((2 * Math.PI * (hour - 3)) / 24) +
  6 * Math.sin(hour / 17.3) * Math.sin(hour / 41.9) +
  5 * Math.sin(hour / 29.7 + 3 * Math.sin(hour / 611));

const isoHour = (hour: number) => `${new Date(START + hour * HOUR_MS).toISOString().slice(0, 16)}Z`;

function observedCsv({ days = DAYS, celsiusAt = observedC, area = 'PJM' } = {}): string {
  const lines = Array.from({ length: 24 * days }, (_, hour) => `${area},a,1,,${isoHour(hour)},${celsiusAt(hour)}`);
  return `area,point,weight,issued_at,valid_at,temperature_c\n${lines.join('\n')}\n`;
}

interface Line {
  readonly issuedAt: number;
  readonly start: number;
  readonly celsius: number;
}

function simulate(text: string, { areas = ['PJM'], seed = '1' } = {}): Line[] {
  const csv = [...simulatedCsv(text, { areas, seed })].join('');
  return csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, issued]) => issued !== '')
    .map(([, issued, valid, celsius]) => ({
      issuedAt: Date.parse(issued!),
      start: Date.parse(valid!),
      celsius: Number(celsius),
    }));
}

const lines = simulate(observedCsv());
const errorOf = ({ start, celsius }: Line) => celsius - observedC((start - START) / HOUR_MS);
/** Days counted from noon of the issue day in New York, where each day's forecast is there at 06:00. */
const daysAhead = ({ issuedAt, start }: Line) => (start - issuedAt - 6 * HOUR_MS) / DAY_MS;
const around = (days: number) =>
  lines.filter((line) => line.start >= CLIMATE_END && Math.abs(daysAhead(line) - days) <= 0.5);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('errors', () => {
  test.each([
    { days: 0, least: 0.8, most: 0.95 },
    { days: 1, least: 0.93, most: 1.07 },
    { days: 2, least: 1.07, most: 1.23 },
    { days: 3, least: 1.15, most: 1.35 },
    { days: 7, least: 1.75, most: 2.05 },
    { days: 14, least: 3, most: 3.8 },
  ])('have a root mean square of $least to $most °C $days days ahead', ({ days, least, most }) => {
    const rmse = Math.sqrt(mean(around(days).map((line) => errorOf(line) ** 2)));
    expect(rmse).toBeGreaterThan(least);
    expect(rmse).toBeLessThan(most);
  });

  test('are not on one side', () => {
    expect(Math.abs(mean(around(1).map(errorOf)))).toBeLessThan(0.1);
  });

  test('a day ahead keep e^-1 of their correlation for twenty hours', () => {
    const pairs = lines.flatMap((line, at) => {
      const after = lines[at + 20];
      const isDayAhead = line.start >= CLIMATE_END && Math.abs(daysAhead(line) - 1) <= 0.5;
      return isDayAhead && after?.issuedAt === line.issuedAt ? [errorOf(line) * errorOf(after)] : [];
    });
    const correlation = mean(pairs) / (1 * 1.13);
    expect(correlation).toBeGreaterThan(0.25);
    expect(correlation).toBeLessThan(0.5);
  });

  test('of two days are not those of one', () => {
    const [first, second] = [around(1), around(2)];
    const earlier = new Map(second.map((line) => [line.start, line]));
    const pairs = first.flatMap((line) => {
      const other = earlier.get(line.start);
      return other ? [errorOf(line) * errorOf(other)] : [];
    });
    expect(Math.abs(mean(pairs)) / (1 * 1.15)).toBeLessThan(0.2);
  });

  test('leave nothing that a linear correction of the distance from usual would take off, a week ahead', () => {
    const week = around(7);
    const errors = week.map(errorOf);
    const usual = new Map<string, number[]>();
    const slot = ({ start }: Line) => new Date(start).toISOString().slice(5, 7) + new Date(start).getUTCHours();
    for (const line of week) usual.set(slot(line), [...(usual.get(slot(line)) ?? []), line.celsius]);
    const means = new Map([...usual].map(([key, values]) => [key, mean(values)]));
    const anomalies = week.map((line) => line.celsius - means.get(slot(line))!);
    const slope = mean(anomalies.map((value, i) => value * errors[i]!)) / mean(anomalies.map((value) => value ** 2));
    expect(Math.abs(slope)).toBeLessThan(0.12);
  });
});

test.each([
  { days: -1, celsius: 0.85 },
  { days: 0.5, celsius: 0.925 },
  { days: 5, celsius: 1.575 },
  { days: 11, celsius: 2.75 },
  { days: 16, celsius: 3.6 },
])('$days days ahead $celsius °C are meant', ({ days, celsius }) => expect(errorC(days)).toBeCloseTo(celsius, 9));

describe('each forecast', () => {
  const issues = [...new Set(lines.map(({ issuedAt }) => issuedAt))];
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const local = (instant: number) => clock.format(instant);

  test('is there at 06:00 local, once a day, at both clock changes too', () => {
    const dates = issues.map((instant) => local(instant).slice(0, 10));
    expect(new Set(issues.map((instant) => local(instant).slice(11)))).toEqual(new Set(['06:00']));
    expect(new Set(dates).size).toBe(issues.length);
    expect(dates).toContain('2018-03-11');
    expect(dates).toContain('2018-11-04');
    expect(dates).toContain('2016-02-29');
  });

  test.each([
    { name: 'usually', date: '2018-07-01', hours: 15 * 24 + 18 },
    { name: 'over the spring change', date: '2018-03-01', hours: 15 * 24 + 17 },
    { name: 'over the autumn change', date: '2018-11-01', hours: 15 * 24 + 19 },
    { name: 'over the year end', date: '2017-12-25', hours: 15 * 24 + 18 },
  ])('reaches from its issue to the end of the fifteenth day: $name', ({ date, hours }) => {
    const issue = issues.find((issuedAt) => local(issuedAt).startsWith(date));
    const own = lines.filter(({ issuedAt }) => issuedAt === issue);
    expect(own).toHaveLength(hours);
    expect(own[0]!.start).toBe(own[0]!.issuedAt);
    expect(local(own.at(-1)!.start).slice(11)).toBe('23:00');
  });
});

describe('the same seed', () => {
  const text = observedCsv({ days: 60 });
  const csv = (seed: string, areas: readonly string[] = ['PJM']) => [...simulatedCsv(text, { areas, seed })].join('');

  test('gives the same bytes, another one others', () => {
    expect(csv('7')).toBe(csv('7'));
    expect(csv('8')).not.toBe(csv('7'));
  });

  test('gives each area errors of its own', () => {
    const two = text + observedCsv({ days: 60, area: 'NYISO' }).split('\n').slice(1).join('\n');
    const [pjm, nyiso] = ['PJM', 'NYISO'].map((area) => simulate(two, { areas: [area] }));
    const same = pjm!.filter(({ celsius }, i) => celsius === nyiso![i]!.celsius);
    expect(same.length).toBeLessThan(0.05 * pjm!.length);
  });
});

test('a later observation changes the forecasts of its own hour alone', () => {
  const changed = 24 * 745;
  const warmer = simulate(observedCsv({ days: 760, celsiusAt: (hour) => observedC(hour) + (hour >= changed ? 5 : 0) }));
  const plain = simulate(observedCsv({ days: 760 }));
  const differing = plain.filter(({ celsius }, i) => celsius !== warmer[i]!.celsius);
  const before = differing.filter(({ start }) => start < START + changed * HOUR_MS);
  expect(before).toEqual([]);
  expect(differing.length).toBeGreaterThan(0);
});

test('what was measured is in the file too, without an issue', () => {
  const csv = [...simulatedCsv(observedCsv({ days: 3 }), { areas: ['PJM'], seed: '1' })].join('');
  const observed = csv.split('\n').filter((line) => line.startsWith('PJM,,'));
  expect(observed).toHaveLength(72);
  expect(observed[30]).toBe(`PJM,,${isoHour(30)},${observedC(30)}`);
});

test('an hour that nobody measured is not forecast', () => {
  const gap = 24 * 40 + 3;
  const forecasts = simulate(
    observedCsv({ days: 60, celsiusAt: (hour) => (hour === gap ? Number.NaN : observedC(hour)) }).replace('NaN', ''),
  );
  expect(forecasts.some(({ start }) => start === START + gap * HOUR_MS)).toBe(false);
  expect(forecasts.every(({ celsius }) => Number.isFinite(celsius))).toBe(true);
});

test('an area that the file lacks is named', () => {
  expect(() => [...simulatedCsv(observedCsv({ days: 2 }), { areas: ['SPP'], seed: '1' })]).toThrow(
    'the file has no observed temperature of SPP',
  );
});
