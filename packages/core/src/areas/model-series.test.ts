import { expect, test } from 'vitest';
import { AREAS } from './area.js';
import { MODEL_SERIES, neighbourSeries, usesSeries } from './model-series.js';

test('every area is a model series with neighbours written out, itself not among them', () => {
  for (const { series } of AREAS) {
    expect(usesSeries(series)).toBe(true);
    const adjacent = neighbourSeries(series, 'adjacent');
    expect(adjacent.length).toBeGreaterThan(10);
    expect(adjacent).not.toContain(series);
    expect(new Set(adjacent).size).toBe(adjacent.length);
    expect(adjacent.filter((id) => id.endsWith('-'))).toEqual([]);
    for (const id of [...adjacent, ...neighbourSeries(series, 'grids')]) expect(usesSeries(id)).toBe(true);
  }
});

test.each([
  { id: 'MISO-0001', used: true },
  { id: 'NYIS-ZONJ', used: true },
  { id: 'FPL', used: false },
  { id: 'CISO-', used: false },
])('$id is used: $used', ({ id, used }) => expect(usesSeries(id)).toBe(used));

test('the list of model series is sorted and has no repeats', () => {
  expect([...new Set(MODEL_SERIES)].sort()).toEqual([...MODEL_SERIES]);
});
