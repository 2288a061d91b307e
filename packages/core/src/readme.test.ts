import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const EXAMPLES = [
  { example: 'forecast-own-series', run: () => import('../examples/forecast-own-series.js') },
  { example: 'forecast-in-memory', run: () => import('../examples/forecast-in-memory.js') },
];

test.each(EXAMPLES)('the README shows $example', ({ example }) => {
  expect(read('../README.md')).toContain(read(`../examples/${example}.ts`).trim());
});

test.each(EXAMPLES)('$example forecasts 384 hours', async ({ run }) => {
  const { forecast } = await run();
  expect(forecast.valueMw).toHaveLength(384);
  expect(forecast.valueMw.every((mw, i) => forecast.p10Mw[i]! <= mw && mw <= forecast.p90Mw[i]!)).toBe(true);
});
