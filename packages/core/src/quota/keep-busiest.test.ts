import { expect, test } from 'vitest';
import { keepBusiest } from './keep-busiest.js';

const keptOf = (counts: readonly number[], most: number): string => {
  const entries = new Map(counts.map((count, i) => [i, count]));
  keepBusiest(entries, most, (count) => count);
  return [...entries].map(([i, count]) => `${i}:${count}`).join(' ');
};

test.each([
  { name: 'fewer than may stay', counts: [1, 2], most: 3, kept: '0:1 1:2' },
  { name: 'as many as may stay', counts: [1, 2], most: 2, kept: '0:1 1:2' },
  { name: 'the fewest go', counts: [5, 1, 9, 2, 7], most: 3, kept: '0:5 2:9 4:7' },
  { name: 'of equal ones the first go', counts: [1, 1, 3, 1, 1], most: 3, kept: '2:3 3:1 4:1' },
  { name: 'none may stay', counts: [1, 2], most: 0, kept: '' },
])('keepBusiest: $name', ({ counts, most, kept }) => expect(keptOf(counts, most)).toBe(kept));
