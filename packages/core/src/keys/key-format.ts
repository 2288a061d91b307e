import { crc32 } from './crc32.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 32;
const CHECK_LENGTH = 6;
const SHAPE = /^lc_live_[0-9A-Za-z]{38}$/;

/** What every API key starts with. */
export const KEY_PREFIX = 'lc_live_';

/** Finds keys in any text, to blot them out of logs. Global: use with `replace`, not `test`. */
export const KEY_PATTERN = /lc_live_[0-9A-Za-z]{38}/g;

/**
 * `length` random base-62 digits, each equally likely.
 *
 * @param randomBytes a cryptographic source of the requested number of bytes, called more than once if needed
 */
export function randomBase62(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 4 * DIGITS.length && text.length < length) text += DIGITS[byte % DIGITS.length];
    }
  }
  return text;
}

/**
 * A new API key: prefix, 32 random base-62 digits (190 bits), 6 digits of CRC-32 over everything before.
 *
 * @param randomBytes a cryptographic source
 */
export function newApiKey(randomBytes: (count: number) => Uint8Array): string {
  const body = KEY_PREFIX + randomBase62(BODY_LENGTH, randomBytes);
  return body + checkDigits(body);
}

/**
 * Whether a text could be a key: shape and checksum hold. Says nothing about whether it was ever issued.
 *
 * @example
 * isWellFormedKey('lc_live_') // => false
 */
export function isWellFormedKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const split = text.length - CHECK_LENGTH;
  return checkDigits(text.slice(0, split)) === text.slice(split);
}

function checkDigits(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    digits = DIGITS[rest % DIGITS.length]! + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
