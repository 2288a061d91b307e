import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A well-formed key that nobody has: `lc_live_`, 32 random base-62 characters, and CRC-32 of all before it in six. */
export function unknownKey(): string {
  const body = `lc_live_${Array.from({ length: 32 }, () => DIGITS[randomInt(62)]).join('')}`;
  let rest = crc32(body);
  let check = '';
  for (let i = 0; i < 6; i++) {
    check = DIGITS[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return body + check;
}
