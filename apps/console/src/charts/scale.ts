import type { Values } from '../data/values.js';
/** The range of a chart's values, and where it has lines. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Share of the height that stays free below the lowest value. */
const ROOM_BELOW = 0.12;

const ROUND = [1, 2, 2.5, 5, 10];

/** Roughly `wanted` round numbers that hold all values; undefined where there is none. */
export function scaleOf(all: readonly Values[], wanted = 4, leastSpan = 1): Scale | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of all) {
    for (const value of values) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return undefined;
  const span = Math.max(high - low, leastSpan);
  const magnitude = 10 ** Math.floor(Math.log10(span / wanted));
  const step = magnitude * (ROUND.find((round) => span / (round * magnitude) <= wanted) ?? 10);
  const atLeast = Math.floor(low / step) * step;
  const max = Math.max(Math.ceil(high / step) * step, atLeast + step);
  // The names of days are written at the bottom: no line runs through them.
  const min = low - atLeast < ROOM_BELOW * (max - atLeast) ? atLeast - step : atLeast;
  const count = Math.round((max - min) / step);
  return { min, max, ticks: Array.from({ length: count + 1 }, (_, i) => min + i * step) };
}

/** Where things are drawn: a box of 1000 by 1000 that is stretched over the chart. */
export const BOX = 1000;

export const xAt = (index: number, count: number): number => (count < 2 ? BOX / 2 : (index / (count - 1)) * BOX);

export const yAt = (value: number, { min, max }: Scale): number => BOX - ((value - min) / (max - min)) * BOX;

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The path of a line, in pieces where values are absent. A value alone is a short stroke. */
export function linePath(values: Values, scale: Scale): string {
  let path = '';
  let isOpen = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null;
    if (value === null) {
      isOpen = false;
      continue;
    }
    const [x, y] = [xAt(i, values.length), yAt(value, scale)];
    const isAlone = !isOpen && (values[i + 1] ?? null) === null;
    path += isAlone ? `M${point(x - 1.5, y)}h3` : `${isOpen ? 'L' : 'M'}${point(x, y)}`;
    isOpen = true;
  }
  return path;
}

/** The area between two lines, in pieces where either is absent. */
export function bandPath(lower: Values, upper: Values, scale: Scale): string {
  const pieces: string[] = [];
  let above: string[] = [];
  let below: string[] = [];
  const close = (): void => {
    if (above.length > 1) pieces.push(`M${above.join('L')}L${below.reverse().join('L')}Z`);
    above = [];
    below = [];
  };
  for (let i = 0; i < upper.length; i++) {
    const [low, high] = [lower[i] ?? null, upper[i] ?? null];
    if (low === null || high === null) {
      close();
      continue;
    }
    const x = xAt(i, upper.length);
    above.push(point(x, yAt(high, scale)));
    below.push(point(x, yAt(low, scale)));
  }
  close();
  return pieces.join('');
}
