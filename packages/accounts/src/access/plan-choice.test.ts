import { expect, test } from 'vitest';
import { choosePlan } from './plan-choice.js';

test.each([
  ['a', 'free', 'free'],
  ['a', ' Developer ', 'developer'],
  ['b', 'pro', 'pro'],
  ['c', 'none', null],
  ['c', 'NONE', null],
] as const)('on surface %s the word "%s" is %s', (surface, word, plan) => {
  expect(choosePlan(surface, word, '--plan')).toBe(plan);
});

test.each([
  ['a', 'pro', 'none, free, developer, team, enterprise'],
  ['b', 'free', 'none, trial, standard, pro, enterprise'],
  ['c', '', 'none, trial, standard, enterprise'],
] as const)('on surface %s the word "%s" is refused with the plans there are', (surface, word, expected) => {
  expect(() => choosePlan(surface, word, '--plan')).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', details: { parameter: '--plan', expected } }),
  );
});
