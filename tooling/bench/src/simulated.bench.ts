import { simulatedBatch } from '@loadcast/sources/simulated';
import { bench, describe } from 'vitest';

/** What a first run waits for: it is to stay under two seconds. */
describe('simulated grid, three years of eleven areas', () => {
  const window = { start: Date.UTC(2022, 0, 1), end: Date.UTC(2025, 0, 1) };
  bench('simulatedBatch', () => void simulatedBatch(window, Date.UTC(2026, 0, 1)));
});
