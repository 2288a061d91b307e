import { formatMw } from './rows/mw.js';

/** A text of a report, or bytes of one, which must be read before the next piece is taken. */
export type ReportPiece = string | Uint8Array;

const encoder = new TextEncoder();

/** Longer texts are encoded by the engine: a call costs as much as a loop over this many characters. */
const SHORT_TEXT = 256;
const LAST_ASCII = 127;

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  const { length } = text;
  if (length > SHORT_TEXT) return encoder.encode(text);
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

const FIRST_CAPACITY = 8_192;
/** Longer bytes are copied by the engine: a call costs as much as a loop over this many. */
const SHORT_BYTES = 24;
const ZERO = 48;
const POINT = 46;

/** Bytes one after the other, in memory that grows. Digits are written as they are computed, without a text between. */
export class ReportBytes {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  /** The bytes written since the last call. The next write reuses their memory: read them before. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  piece(piece: ReportPiece): void {
    this.bytes(typeof piece === 'string' ? bytesOf(piece) : piece);
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#reserve(length);
    if (length > SHORT_BYTES) this.#bytes.set(bytes, this.#length);
    else for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = bytes[i]!;
    this.#length += length;
  }

  /** Safe integers. */
  integer(value: number): void {
    if (value >= 0 && value < 1e9) this.#digits(value);
    else this.piece(String(value));
  }

  /** Writes a number like `formatMw`, from whole hundredths. Nothing where there is no value. */
  mw(mw: number): void {
    if (!(mw >= 0 && mw < 1e9)) {
      if (!Number.isNaN(mw)) this.piece(formatMw(mw));
      return;
    }
    const hundredths = Math.round(mw * 100);
    const whole = Math.floor(hundredths / 100);
    this.#digits(whole);
    const rest = hundredths - whole * 100;
    if (rest === 0) return;
    this.#reserve(3);
    const tenths = Math.floor(rest / 10);
    this.#bytes[this.#length++] = POINT;
    this.#bytes[this.#length++] = ZERO + tenths;
    if (rest > tenths * 10) this.#bytes[this.#length++] = ZERO + rest - tenths * 10;
  }

  /** @param value whole, from 0 to 1e9 */
  #digits(value: number): void {
    let count = 1;
    for (let above = 10; above <= value; above *= 10) count++;
    this.#reserve(count);
    let rest = value;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += count;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
