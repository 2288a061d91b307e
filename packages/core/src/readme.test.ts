import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the README shows the example program', () => {
  expect(read('../README.md')).toContain(read('../examples/forecast-in-memory.ts').trim());
});

test('the example program forecasts 384 hours', async () => {
  const { forecast } = await import('../examples/forecast-in-memory.js');
  expect(forecast.valueMw).toHaveLength(384);
  expect(forecast.valueMw.every((mw, i) => forecast.p10Mw[i]! <= mw && mw <= forecast.p90Mw[i]!)).toBe(true);
});
