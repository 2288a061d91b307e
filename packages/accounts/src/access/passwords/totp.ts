import { createHmac, randomBytes } from 'node:crypto';
import type { EpochMs } from '@loadcast/core';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the current one that are accepted: clocks differ, and people type. */
const TOLERANCE = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits, in base 32 as authenticator apps take it. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The link behind a QR code that an authenticator app scans. */
export function totpUri(secret: string, email: string): string {
  return `otpauth://totp/Loadcast:${encodeURIComponent(email)}?secret=${secret}&issuer=Loadcast`;
}

/**
 * The step of a code, if it is one of the secret now or half a minute ago or ahead. The caller refuses steps that were used.
 *
 * @see RFC 6238
 */
export function totpStep(secret: string, code: string, now: EpochMs): number | undefined {
  const current = Math.floor(now / STEP_MS);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return undefined;
}

/** @see RFC 4226, section 5.3 */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** @see RFC 4648, section 6; without padding */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, pending] = [0, 0];
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(pending >> (bits - 5)) & 31];
    pending &= 0xff;
  }
  return bits === 0 ? text : text + BASE32[(pending << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, pending] = [0, 0];
  for (const character of text) {
    pending = ((pending << 5) | BASE32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
