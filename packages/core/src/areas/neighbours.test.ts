import { expect, test } from 'vitest';
import { AREAS } from './area.js';
import { neighbourSeries } from './neighbours.js';

test('the neighbours of every area are written out, itself not among them', () => {
  for (const { series } of AREAS) {
    const adjacent = neighbourSeries(series, 'adjacent');
    expect(adjacent.length).toBeGreaterThan(10);
    expect(adjacent).not.toContain(series);
    expect(new Set(adjacent).size).toBe(adjacent.length);
    expect(adjacent.filter((id) => id.endsWith('-'))).toEqual([]);
  }
});
