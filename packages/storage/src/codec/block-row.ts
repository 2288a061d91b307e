import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KnownRule, ObservationBlock, SeriesKey } from '@loadcast/core';
import { StoreError } from '../store-error.js';
import { checksum } from './checksum.js';
import { fromPlanes, toPlanes } from './int-plane.js';

/** The columns that hold one block of observations of a series. */
export interface BlockRow {
  readonly seq: number;
  readonly start_at: number;
  /** The known rule as JSON. */
  readonly known: string;
  readonly hours: number;
  readonly crc: number;
  readonly payload: Uint8Array;
}

/** How a payload is laid out, its first byte. Whole hundredths of MW are differences of integers, all else is doubles. */
const LAYOUT = { doubles: 1, cents: 2, deflatedDoubles: 3, deflatedCents: 4 } as const;

/** In hundredths of MW: missing. No load is this far below zero. */
const MISSING = -0x80000000;
const MAX_CENTS = 0x7fffffff;

/** Shorter blocks, such as live polls, gain nothing from deflate. */
const DEFLATE_FROM_HOURS = 48;

/**
 * The row of the block that is the `seq`-th of its series.
 */
export function encodeBlock(key: SeriesKey, block: ObservationBlock, seq: number): BlockRow {
  const { start, valuesMw } = block;
  const known = JSON.stringify(block.known);
  const payload = encodeValues(valuesMw);
  const hours = valuesMw.length;
  return {
    seq,
    start_at: start,
    known,
    hours,
    payload,
    crc: checksumOf(key, { seq, start_at: start, known, hours }, payload),
  };
}

/**
 * The block of a row.
 *
 * @throws {StoreError} `corrupt`: the row is not what was written
 */
export function decodeBlock(key: SeriesKey, row: BlockRow): ObservationBlock {
  if (checksumOf(key, row, row.payload) !== row.crc) throw damagedSeries(key, `block ${row.seq}`);
  const known: KnownRule = JSON.parse(row.known);
  return { start: row.start_at, valuesMw: decodeValues(row.payload, row.hours), known };
}

/**
 * Folds a block's checksum into that of its series, so that a lost or exchanged block is found.
 */
export function chain(previous: number, blockCrc: number): number {
  return checksum([previous, blockCrc]);
}

/** The error for a series of which something is not as it was written. */
export function damagedSeries(key: SeriesKey, what: string): StoreError {
  return new StoreError('corrupt', `${what} of series ${key.series} ${key.measure} is damaged in the store`);
}

function checksumOf(key: SeriesKey, row: Omit<BlockRow, 'crc' | 'payload'>, payload: Uint8Array): number {
  return checksum([key.series, key.measure, row.seq, row.start_at, row.known, row.hours], payload);
}

function encodeValues(valuesMw: Float64Array): Uint8Array {
  const cents = exactCents(valuesMw);
  const bytes = cents ? toPlanes(cents) : bytesOf(valuesMw);
  const deflated = valuesMw.length >= DEFLATE_FROM_HOURS;
  const layout = cents
    ? deflated
      ? LAYOUT.deflatedCents
      : LAYOUT.cents
    : deflated
      ? LAYOUT.deflatedDoubles
      : LAYOUT.doubles;
  return Buffer.concat([Uint8Array.of(layout), deflated ? deflateRawSync(bytes) : bytes]);
}

function decodeValues(payload: Uint8Array, hours: number): Float64Array {
  const layout = payload[0];
  const body = payload.subarray(1);
  const deflated = layout === LAYOUT.deflatedCents || layout === LAYOUT.deflatedDoubles;
  const bytes = deflated ? inflateRawSync(body) : body;
  if (layout === LAYOUT.doubles || layout === LAYOUT.deflatedDoubles) {
    const valuesMw = new Float64Array(hours);
    new Uint8Array(valuesMw.buffer).set(bytes);
    return valuesMw;
  }
  const cents = fromPlanes(bytes);
  const valuesMw = new Float64Array(hours);
  for (let i = 0; i < hours; i++) valuesMw[i] = cents[i] === MISSING ? Number.NaN : cents[i]! / 100;
  return valuesMw;
}

/** The values in hundredths, or undefined when one of them is anything else. */
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

function bytesOf(valuesMw: Float64Array): Uint8Array {
  return new Uint8Array(valuesMw.buffer, valuesMw.byteOffset, valuesMw.byteLength);
}
