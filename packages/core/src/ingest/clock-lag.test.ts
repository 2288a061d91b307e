import { expect, test } from 'vitest';
import { HOUR_MS } from '../time/instant.js';
import { clockLagHours } from './clock-lag.js';

const shape = (hour: number) =>
  10_000 + 2_000 * Math.sin((hour * Math.PI) / 12) + 500 * Math.sin((hour * Math.PI) / 84);
const hours = (count: number, value: (hour: number) => number) =>
  Float64Array.from({ length: count }, (_, hour) => value(hour));

test.each([-2, -1, 0, 1, 2])(
  'load that comes %i h late against its forecast is found, bias and noise notwithstanding',
  (late) => {
    const load = { start: 0, valuesMw: hours(720, (hour) => shape(hour - late) * (1 + 0.02 * Math.sin(hour * 1.7))) };
    expect(clockLagHours(load, { start: 0, valuesMw: hours(720, (hour) => 1.05 * shape(hour)) })).toBe(late);
  },
);

test('series that start at different hours are compared by the hour, and gaps are passed over', () => {
  const load = { start: 0, valuesMw: hours(720, (hour) => (hour % 50 < 5 ? NaN : hour % 97 === 0 ? 0 : shape(hour))) };
  expect(clockLagHours(load, { start: 24 * HOUR_MS, valuesMw: hours(600, (hour) => shape(hour + 24)) })).toBe(0);
});

test('a few days of absurd values do not matter', () => {
  const load = {
    start: 0,
    valuesMw: hours(720, (hour) => (hour > 500 && hour < 600 ? 50_000 + 400 * (hour % 9) : shape(hour - 1))),
  };
  expect(clockLagHours(load, { start: 0, valuesMw: hours(720, shape) })).toBe(1);
});

test('less than two weeks in common says nothing', () => {
  const short = { start: 0, valuesMw: hours(300, shape) };
  expect(clockLagHours(short, short)).toBeUndefined();
});

test.each([
  { name: 'the afternoon, as more solar power does', hollow: 12 },
  { name: 'the morning', hollow: 0 },
])('load that is lower than forecast in $name is on the same clock', ({ hollow }) => {
  const dip = (hour: number) => 1 - 0.15 * Math.exp(-((((hour - hollow + 36) % 24) - 12) ** 2) / 8);
  const load = { start: 0, valuesMw: hours(720, (hour) => shape(hour) * dip(hour)) };
  expect(clockLagHours(load, { start: 0, valuesMw: hours(720, shape) })).toBe(0);
});

test.each([
  { noise: 0.01, found: 1 },
  { noise: 0.05, found: 0 },
])('half an hour that errors of $noise may explain is a lag of $found h', ({ noise, found }) => {
  const load = { start: 0, valuesMw: hours(720, (hour) => shape(hour - 0.55) * (1 + noise * Math.sin(hour * 1.7))) };
  expect(clockLagHours(load, { start: 0, valuesMw: hours(720, shape) })).toBe(found);
});
