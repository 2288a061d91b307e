import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AreaId, Vintage, VintageHeader } from '@loadcast/core';
import { StoreError } from '../store-error.js';
import { bytesOf, checksum } from './checksum.js';
import { fromPlanes, toPlanes } from './int-plane.js';

/** The columns that hold a header. Instants are epoch ms. */
export interface HeaderRow {
  readonly area_id: string;
  readonly issued_at: number;
  readonly available_at: number;
  readonly data_cutoff: number;
  readonly model: string;
  readonly model_version: string;
  readonly start_at: number;
  readonly header_crc: number;
}

/** A header, and the values as one compressed blob. `crc` is over both. */
export interface VintageRow extends HeaderRow {
  readonly crc: number;
  readonly payload: Uint8Array;
}

/** Layout 1: a byte 1, then deflated: a bit per hour that has quantiles, and value, value - p10, p90 - value in 0.01 MW. */
const LAYOUT = 1;

/**
 * The row of a vintage that passed `assertVintage`.
 */
export function encodeVintage(vintage: Vintage): VintageRow {
  const { valueMw, p10Mw, p90Mw } = vintage;
  const hours = valueMw.length;
  const quantiled = new Uint8Array(Math.ceil(hours / 8));
  const [value, below, above] = [new Int32Array(hours), new Int32Array(hours), new Int32Array(hours)];
  for (let hour = 0; hour < hours; hour++) {
    value[hour] = Math.round(valueMw[hour]! * 100);
    if (Number.isNaN(p10Mw[hour]!)) {
      // Repeats the last spread, as a difference of zero costs nothing.
      below[hour] = below[hour - 1] ?? 0;
      above[hour] = above[hour - 1] ?? 0;
    } else {
      quantiled[hour >> 3]! |= 1 << (hour & 7);
      below[hour] = value[hour]! - Math.round(p10Mw[hour]! * 100);
      above[hour] = Math.round(p90Mw[hour]! * 100) - value[hour]!;
    }
  }
  const parts = [quantiled, toPlanes(value), toPlanes(below), toPlanes(above)];
  const payload = Buffer.concat([Uint8Array.of(LAYOUT), deflateRawSync(Buffer.concat(parts))]);
  const header = encodeHeader(vintage);
  return { ...header, payload, crc: checksum([header.header_crc], payload) };
}

function encodeHeader(header: VintageHeader): HeaderRow {
  const row = {
    area_id: header.areaId,
    issued_at: header.issuedAt,
    available_at: header.availableAt,
    data_cutoff: header.dataCutoff,
    model: header.model.name,
    model_version: header.model.version,
    start_at: header.start,
  };
  return { ...row, header_crc: checksum(Object.values(row)) };
}

/**
 * The header of a row.
 *
 * @throws {StoreError} `corrupt`: the row is not what was written
 */
export function decodeHeader(row: HeaderRow): VintageHeader {
  const header: VintageHeader = {
    areaId: row.area_id as AreaId,
    issuedAt: row.issued_at,
    availableAt: row.available_at,
    dataCutoff: row.data_cutoff,
    model: { name: row.model, version: row.model_version },
    start: row.start_at,
  };
  if (encodeHeader(header).header_crc !== row.header_crc) throw corrupt(row);
  return header;
}

/**
 * The vintage of a row.
 *
 * @throws {StoreError} `corrupt`: the row is not what was written
 */
export function decodeVintage(row: VintageRow): Vintage {
  const header = decodeHeader(row);
  const { payload } = row;
  if (checksum([row.header_crc], payload) !== row.crc || payload[0] !== LAYOUT) throw corrupt(row);

  const bytes = inflateRawSync(payload.subarray(1));
  const hours = Math.floor((bytes.length * 8) / 97);
  const maskBytes = Math.ceil(hours / 8);
  const plane = (index: number): Int32Array =>
    fromPlanes(bytes.subarray(maskBytes + index * hours * 4, maskBytes + (index + 1) * hours * 4));
  const [value, below, above] = [plane(0), plane(1), plane(2)];
  const valueMw = new Float64Array(hours);
  const p10Mw = new Float64Array(hours).fill(Number.NaN);
  const p90Mw = new Float64Array(hours).fill(Number.NaN);
  for (let hour = 0; hour < hours; hour++) {
    valueMw[hour] = value[hour]! / 100;
    if (((bytes[hour >> 3]! >> (hour & 7)) & 1) === 0) continue;
    p10Mw[hour] = (value[hour]! - below[hour]!) / 100;
    p90Mw[hour] = (value[hour]! + above[hour]!) / 100;
  }
  return { ...header, valueMw, p10Mw, p90Mw };
}

/** Checksum of a vintage, whatever its row looks like. */
export function digestOfVintage({ valueMw, p10Mw, p90Mw, ...header }: Vintage): number {
  const values = [valueMw, p10Mw, p90Mw].reduce((crc, array) => crc32(bytesOf(array), crc), 0);
  return checksum([JSON.stringify(header), values]);
}

function corrupt(row: HeaderRow): StoreError {
  const issued = new Date(row.issued_at);
  const when = Number.isNaN(issued.getTime()) ? row.issued_at : issued.toISOString();
  return new StoreError('corrupt', `the vintage of ${row.area_id} issued at ${when} is damaged in the store`);
}
