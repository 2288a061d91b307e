import { HOUR_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { gateParameter, leadParameter } from './run-choice.js';

const NINE = 9 * HOUR_MS;

test.each([
  ['dam', { kind: 'gate', daysBefore: 1, timeOfDayMs: NINE }],
  ['2DA', { kind: 'gate', daysBefore: 2, timeOfDayMs: NINE }],
  [' 15da ', { kind: 'gate', daysBefore: 15, timeOfDayMs: NINE }],
  ['-1d@10:00', { kind: 'gate', daysBefore: 1, timeOfDayMs: 10 * HOUR_MS }],
  ['-0d@06:30', { kind: 'gate', daysBefore: 0, timeOfDayMs: 6.5 * HOUR_MS }],
  ['-15D@23:59', { kind: 'gate', daysBefore: 15, timeOfDayMs: 24 * HOUR_MS - 60_000 }],
])('gate=%s', (text, choice) => {
  expect(gateParameter().parse(text)).toEqual(choice);
});

test.each(['', 'rtm', '1d@10:00', '-16d@10:00', '-1d@24:00', '-1d@10', '-1d'])('gate=%s is refused', (text) => {
  const { error } = gateParameter().safeParse(text);
  expect(error?.issues[0]?.message).toMatch(/^one of dam, 2da, 7da, 15da, or days before/);
});

test.each([
  ['1h', 1],
  ['48H', 48],
  ['360h', 360],
])('lead=%s', (text, hours) => {
  expect(leadParameter().parse(text)).toEqual({ kind: 'lead', leadMs: hours * HOUR_MS });
});

test.each(['', '0h', '361h', '1', '1d', '01h', '-1h', '1.5h'])('lead=%s is refused', (text) => {
  expect(leadParameter().safeParse(text).error?.issues[0]?.message).toBe('1h to 360h');
});
