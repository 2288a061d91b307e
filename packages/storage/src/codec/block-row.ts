import type { KnownRule, ObservationBlock, SeriesKey } from '@loadcast/core';
import { StoreError } from '../store-error.js';
import { checksum } from './checksum.js';
import { decodeValues, encodeValues } from './values.js';

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

export function encodeBlock(key: SeriesKey, block: ObservationBlock, seq: number): BlockRow {
  const { start, values, known } = block;
  const row = { seq, start_at: start, known: JSON.stringify(known), hours: values.length };
  const payload = encodeValues(values);
  return { ...row, payload, crc: computeChecksum(key, row, payload) };
}

/** @throws {StoreError} `corrupt`: the row is damaged */
export function decodeBlock(key: SeriesKey, row: BlockRow): ObservationBlock {
  if (computeChecksum(key, row, row.payload) !== row.crc) throw damagedSeries(key, `block ${row.seq}`);
  const known: KnownRule = JSON.parse(row.known);
  return { start: row.start_at, values: decodeValues(row.payload, row.hours), known };
}

/** Folds a block's checksum into its series' checksum, so that a lost or exchanged block is found. */
export function chain(previous: number, blockCrc: number): number {
  return checksum([previous, blockCrc]);
}

/** Sorts like series, then measure: a space comes before every character of an id. */
export function nameOf({ series, measure }: SeriesKey): string {
  return `${series} ${measure}`;
}

export function damagedSeries(key: SeriesKey, what: string): StoreError {
  return new StoreError('corrupt', `${what} of series ${key.series} ${key.measure} is damaged in the store`);
}

function computeChecksum(key: SeriesKey, row: Omit<BlockRow, 'crc' | 'payload'>, payload: Uint8Array): number {
  return checksum([key.series, key.measure, row.seq, row.start_at, row.known, row.hours], payload);
}
