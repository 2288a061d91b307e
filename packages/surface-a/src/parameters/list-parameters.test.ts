import { expect, test } from 'vitest';
import { ANSWERED_LEVELS, listOf, quantileName, quantilesParameter } from './list-parameters.js';

test.each([
  ['operator', ['operator']],
  ['Actual, operator,actual', ['operator', 'actual']],
])('the list %s', (text, words) => {
  expect(listOf(['operator', 'actual']).parse(text)).toEqual(words);
});

test.each(['', 'operator,', 'operators', 'operator;actual'])('the list "%s" is refused', (text) => {
  const { error } = listOf(['operator', 'actual']).safeParse(text);
  expect(error?.issues[0]?.message).toBe('a list out of operator, actual');
});

test.each([
  ['0.5', [0.5]],
  ['0.95, 0.05,0.50', [0.05, 0.5, 0.95]],
  [ANSWERED_LEVELS.join(','), ANSWERED_LEVELS],
])('quantiles=%s', (text, levels) => {
  expect(quantilesParameter().parse(text)).toEqual(levels);
});

test.each(['', '0', '1', '0.01', '0.99', '.5', '0,5', '50', '0.5,', '0.55555', '5e-2'])(
  'quantiles=%s is refused',
  (text) => {
    expect(quantilesParameter().safeParse(text).success).toBe(false);
  },
);

test('the pattern of each describes what is read', () => {
  const { pattern, examples } = quantilesParameter().meta() as { pattern: string; examples: string[] };
  for (const text of [...examples, ...ANSWERED_LEVELS.map(String), '0.50']) {
    expect([text, new RegExp(pattern).test(text)]).toEqual([text, quantilesParameter().safeParse(text).success]);
  }
  for (const text of ['0.01', '0.5,', '1']) expect(text).not.toMatch(new RegExp(pattern));
});

test('columns are named by whole percent', () => {
  expect([0.05, 0.1, 0.55].map(quantileName)).toEqual(['p05', 'p10', 'p55']);
});
