import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesOf } from './checksum.js';
import { fromPlanes, toPlanes } from './int-plane.js';

/** The layout of a payload, its first byte. Whole hundredths of MW are differences of integers, all else is doubles. */
const LAYOUT = { doubles: 1, cents: 2, deflatedDoubles: 3, deflatedCents: 4 } as const;

/** Marks a missing hour, in hundredths of MW. No load is this far below zero. */
const MISSING = -0x80000000;
const MAX_CENTS = 0x7fffffff;

/** Shorter blocks, such as live polls, gain nothing from deflate. */
const DEFLATE_FROM_HOURS = 48;

/** The bytes of hourly values; exact for any value. */
export function encodeValues(valuesMw: Float64Array): Uint8Array {
  const cents = exactCents(valuesMw);
  const bytes = cents ? toPlanes(cents) : bytesOf(valuesMw);
  const deflated = valuesMw.length >= DEFLATE_FROM_HOURS;
  const [plain, packed] = cents ? [LAYOUT.cents, LAYOUT.deflatedCents] : [LAYOUT.doubles, LAYOUT.deflatedDoubles];
  return Buffer.concat(deflated ? [Uint8Array.of(packed), deflateRawSync(bytes)] : [Uint8Array.of(plain), bytes]);
}

export function decodeValues(payload: Uint8Array, hours: number): Float64Array {
  const layout = payload[0];
  const body = payload.subarray(1);
  const areDoubles = layout === LAYOUT.doubles || layout === LAYOUT.deflatedDoubles;
  const deflated = layout === LAYOUT.deflatedCents || layout === LAYOUT.deflatedDoubles;
  const bytes = deflated ? inflated(body, hours * (areDoubles ? 8 : 4)) : body;
  if (areDoubles) {
    const valuesMw = new Float64Array(hours);
    new Uint8Array(valuesMw.buffer).set(bytes);
    return valuesMw;
  }
  const cents = fromPlanes(bytes);
  const valuesMw = new Float64Array(hours);
  for (let i = 0; i < hours; i++) valuesMw[i] = cents[i] === MISSING ? Number.NaN : cents[i]! / 100;
  return valuesMw;
}

/** In one piece: by default zlib gathers pieces of 16 KB and copies them. One byte more, or it would ask for another piece. */
function inflated(body: Uint8Array, bytes: number): Uint8Array {
  return inflateRawSync(body, { chunkSize: Math.max(constants.Z_MIN_CHUNK, bytes + 1) });
}

function exactCents(valuesMw: Float64Array): Int32Array | undefined {
  const cents = new Int32Array(valuesMw.length);
  for (let i = 0; i < valuesMw.length; i++) {
    const mw = valuesMw[i]!;
    if (Number.isNaN(mw)) {
      cents[i] = MISSING;
      continue;
    }
    const rounded = Math.round(mw * 100);
    if (Math.abs(rounded) > MAX_CENTS || rounded / 100 !== mw) return undefined;
    cents[i] = rounded;
  }
  return cents;
}
