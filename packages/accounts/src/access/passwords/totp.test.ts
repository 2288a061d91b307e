import { expect, test } from 'vitest';
import { base32, newTotpSecret, totpCode, totpStep, totpUri } from './totp.js';

/** The secret of RFC 6238, appendix B. */
const SECRET = base32(Buffer.from('12345678901234567890'));

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: the code at second %i is %s', (second, code) => {
  expect(totpCode(SECRET, Math.floor(second / 30), 8)).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j in base 32 is %j', (text, encoded) => expect(base32(Buffer.from(text))).toBe(encoded));

test.each([
  { aheadMs: 0, accepted: true },
  { aheadMs: 30_000, accepted: true },
  { aheadMs: -30_000, accepted: true },
  { aheadMs: 60_000, accepted: false },
  { aheadMs: -60_000, accepted: false },
])('a code of a clock $aheadMs ms ahead is accepted: $accepted', ({ aheadMs, accepted }) => {
  const now = Date.UTC(2026, 10, 21, 8, 30);
  const code = totpCode(SECRET, Math.floor((now + aheadMs) / 30_000));
  expect(totpStep(SECRET, code, now) !== undefined).toBe(accepted);
});

test('secrets have 160 bits and are drawn each time', () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect([one.length, one === two]).toEqual([32, false]);
  expect(totpUri(one, 'a+b@example.org')).toContain(`a%2Bb%40example.org?secret=${one}`);
});
