import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AreaId, Vintage, VintageHeader } from '@loadcast/core';
import { KEPT_PARTS } from '@loadcast/core/series';
import { StoreError } from '../store-error.js';
import { bytesOf, checksum } from './checksum.js';
import { fromPlanes, toPlanes } from './int-plane.js';
import type { RowOf, Table } from './record-table.js';
import { decodeExtras, encodeExtras } from './run-extras.js';

/** Instants are epoch ms. */
const COLUMNS = {
  area_id: 'text',
  issued_at: 'integer',
  available_at: 'integer',
  data_cutoff: 'integer',
  model: 'text',
  model_version: 'text',
  start_at: 'integer',
  header_crc: 'integer',
  /** JSON list: a checksum, then the inputs; null where it was not noted. */
  left_out: 'text?',
  crc: 'integer',
  payload: 'bytes',
} as const;

/** A header, and the values as one compressed blob. `crc` is over both. */
export type VintageRow = RowOf<typeof COLUMNS>;

/** The columns that hold a header. */
export type HeaderRow = Omit<VintageRow, 'crc' | 'payload'>;

export const VINTAGE_TABLE: Table<VintageRow> = {
  table: 'vintage',
  columns: COLUMNS,
  key: ['area_id', 'issued_at'],
};

const NAMES = Object.keys(COLUMNS);

/** The columns of a row in the order in which `encodeVintage` gives their values. */
export const VINTAGE_COLUMNS = NAMES.join(', ');

/** The columns of a header, which are the first. */
export const HEADER_COLUMNS = NAMES.slice(0, NAMES.indexOf('crc')).join(', ');

/**
 * `values`: a byte 1, then deflated: a bit per hour that has quantiles, and value, value - p10, p90 - value in 0.01 MW.
 * `valuesAndExtras`: a byte 2, the bytes that the deflated values take (32 bits, lowest byte first), these, and the extras.
 */
const LAYOUT = { values: 1, valuesAndExtras: 2 } as const;
const EXTRAS_HEAD_BYTES = 5;

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
  const payload = encodePayload(deflateRawSync(Buffer.concat(parts)), vintage);
  const header = encodeHeader(vintage);
  return { ...header, crc: checksum([header.header_crc], payload), payload };
}

function encodePayload(values: Uint8Array, vintage: Vintage): Uint8Array {
  if (!vintage.drivers && !vintage.dependence) return Buffer.concat([Uint8Array.of(LAYOUT.values), values]);
  const head = Buffer.alloc(EXTRAS_HEAD_BYTES);
  head[0] = LAYOUT.valuesAndExtras;
  head.writeUInt32LE(values.length, 1);
  return Buffer.concat([head, values, encodeExtras(vintage, vintage.valueMw)]);
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
  const header_crc = checksum(Object.values(row));
  return { ...row, header_crc, left_out: header.leftOut ? encodeLeftOut(header_crc, header.leftOut) : null };
}

/** It has a separate checksum: a program older than format 16 does not read it, and takes the rest of the header as it is. */
function encodeLeftOut(headerCrc: number, leftOut: readonly string[]): string {
  return JSON.stringify([checksum([headerCrc, ...leftOut]), ...leftOut]);
}

/** @throws {StoreError} `corrupt`: the row is damaged */
export function decodeHeader(row: HeaderRow): VintageHeader {
  const header: VintageHeader = {
    areaId: row.area_id as AreaId,
    issuedAt: row.issued_at,
    availableAt: row.available_at,
    dataCutoff: row.data_cutoff,
    model: { name: row.model, version: row.model_version },
    start: row.start_at,
    ...(row.left_out !== null && { leftOut: readLeftOut(row, row.left_out) }),
  };
  if (encodeHeader(header).header_crc !== row.header_crc) throw corrupt(row);
  return header;
}

/** @throws {StoreError} `corrupt` */
function readLeftOut(row: HeaderRow, text: string): string[] {
  const leftOut = Array.from(text.matchAll(QUOTED), ([quoted]): string => JSON.parse(quoted));
  if (encodeLeftOut(row.header_crc, leftOut) !== text) throw corrupt(row);
  return leftOut;
}

/** A text as JSON has it. */
const QUOTED = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/g;

/** @throws {StoreError} `corrupt`: the row is damaged */
export function decodeVintage(row: VintageRow): Vintage {
  const header = decodeHeader(row);
  const { payload } = row;
  const isWhole = checksum([row.header_crc], payload) === row.crc;
  if (!isWhole || !Object.values<number | undefined>(LAYOUT).includes(payload[0])) throw corrupt(row);

  const { deflated, extras } = splitPayload(payload);
  const bytes = inflateRawSync(deflated);
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
  return { ...header, valueMw, p10Mw, p90Mw, ...(extras && decodeExtras(extras, valueMw)) };
}

function splitPayload(payload: Uint8Array): { readonly deflated: Uint8Array; readonly extras?: Uint8Array } {
  if (payload[0] === LAYOUT.values) return { deflated: payload.subarray(1) };
  const end = EXTRAS_HEAD_BYTES + new DataView(payload.buffer, payload.byteOffset).getUint32(1, true);
  return { deflated: payload.subarray(EXTRAS_HEAD_BYTES, end), extras: payload.subarray(end) };
}

/** Checksum of a vintage, independent of its row's layout. */
export function digestOfVintage({ valueMw, p10Mw, p90Mw, drivers, ...header }: Vintage): number {
  const parts = drivers ? [...KEPT_PARTS.map((name) => drivers[name]), Float64Array.of(drivers.stepMw)] : [];
  const values = [valueMw, p10Mw, p90Mw, ...parts].reduce((crc, array) => crc32(bytesOf(array), crc), 0);
  return checksum([JSON.stringify(header), values]);
}

function corrupt(row: HeaderRow): StoreError {
  const issued = new Date(row.issued_at);
  const when = Number.isNaN(issued.getTime()) ? row.issued_at : issued.toISOString();
  return new StoreError('corrupt', `the vintage of ${row.area_id} issued at ${when} is damaged in the store`);
}
