import { expect, test } from 'vitest';
import { caseRows } from '../../../tooling/testing/case-rows.js';
import { parseEpochMs } from './parse-epoch-ms.js';

const rows = (file: string) => caseRows(`packages/core/cases/${file}`).filter(([form]) => form === 'iso');

test.each(rows('times-accepted.txt'))('%s: "%s" names %s, as the service reads it', (_, text, utc) => {
  expect(new Date(parseEpochMs(text!)).toISOString()).toBe(new Date(utc!).toISOString());
});

test.each(rows('times-refused.txt'))('%s: "%s" names no instant', (_, text) => {
  expect(parseEpochMs(text!)).toBeNaN();
});
