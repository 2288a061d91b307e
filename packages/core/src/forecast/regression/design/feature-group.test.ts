import { expect, test } from 'vitest';
import { type FeatureGroup, featureCount, penaltiesOf, writeFeatures } from './feature-group.js';

const GROUPS: readonly FeatureGroup<number>[] = [
  { name: 'none', count: 0, penalty: 9, write: () => {} },
  { name: 'two', count: 2, penalty: 0.5, write: (source, day, out, at) => out.set([source, day], at) },
  { name: 'one', count: 1, penalty: 3, write: (source, _day, out, at) => out.set([-source], at) },
];

test('a table of groups gives size, penalties and rows in one order', () => {
  const out = new Float64Array(5).fill(7);
  expect(writeFeatures(GROUPS, 4, 100, out, 1)).toBe(4);
  expect([...out]).toEqual([7, 4, 100, -4, 7]);
  expect(featureCount(GROUPS)).toBe(3);
  expect(penaltiesOf(GROUPS)).toEqual([0.5, 0.5, 3]);
});
