import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KnownRule, ObservationBlock, SeriesKey } from '@loadcast/core';
import { type BlockRow, damagedSeries, decodeBlock } from './block-row.js';
import { checksum } from './checksum.js';
import { decodeValues, encodeValues } from './values.js';

/** The columns that hold a run of consecutive blocks of a series once more, for reading them quickly. */
export interface PackRow {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly crc: number;
  /** Starts, lengths and known rules as deflated JSON. */
  readonly outline: Uint8Array;
  /** The values of all blocks, one after the other. */
  readonly payload: Uint8Array;
}

/**
 * How many blocks make a pack. A year of hourly polls are 70 to 140 packs a series, read in milliseconds; making one
 * takes about one.
 */
export const PACK_BLOCKS = 128;

/** A list of numbers and rules per block, which JSON holds without repeating names. */
interface Outline {
  readonly starts: readonly number[];
  readonly hours: readonly number[];
  readonly known: readonly KnownRule[];
}

/**
 * The pack of consecutive blocks.
 *
 * @param rows at least one, ascending, without gaps
 * @throws {StoreError} `corrupt`: a row is damaged
 */
export function encodePack(key: SeriesKey, rows: readonly BlockRow[]): PackRow {
  const blocks = rows.map((row) => decodeBlock(key, row));
  const outline: Outline = {
    starts: blocks.map(({ start }) => start),
    hours: blocks.map(({ values }) => values.length),
    known: blocks.map(({ known }) => known),
  };
  const all = new Float64Array(outline.hours.reduce((sum, hours) => sum + hours, 0));
  let offset = 0;
  for (const { values } of blocks) {
    all.set(values, offset);
    offset += values.length;
  }
  const row = {
    first_seq: rows[0]!.seq,
    last_seq: rows.at(-1)!.seq,
    outline: deflateRawSync(JSON.stringify(outline)),
    payload: encodeValues(all),
  };
  return { ...row, crc: computeChecksum(key, row) };
}

/**
 * What a reader that holds the first `held` blocks of a series has yet to read: the packs that reach beyond them, and the
 * blocks after the packs.
 *
 * @param total how many blocks the series has
 * @param packs ascending; the first may begin with blocks that are held
 * @throws {StoreError} `corrupt`: a row is damaged or lost
 */
export function unpack(
  key: SeriesKey,
  held: number,
  total: number,
  packs: readonly PackRow[],
  rows: readonly BlockRow[],
): ObservationBlock[] {
  const blocks: ObservationBlock[] = [];
  let seq = held;
  for (const pack of packs) {
    if (pack.first_seq > seq + 1 || pack.last_seq <= seq) throw damagedSeries(key, 'the list of blocks');
    blocks.push(...decodePack(key, pack).slice(seq + 1 - pack.first_seq));
    seq = pack.last_seq;
  }
  for (const row of rows) {
    if (row.seq !== seq + 1) throw damagedSeries(key, 'the list of blocks');
    blocks.push(decodeBlock(key, row));
    seq = row.seq;
  }
  if (seq !== total) throw damagedSeries(key, 'the list of blocks');
  return blocks;
}

/**
 * Checks that a pack says what its blocks say.
 *
 * @param rows the blocks of the pack, ascending
 * @throws {StoreError} `corrupt`: it does not, or a row is damaged or lost
 */
export function assertPack(key: SeriesKey, pack: PackRow, rows: readonly BlockRow[]): void {
  const [before, last] = [pack.first_seq - 1, pack.last_seq];
  const blocks = unpack(key, before, last, [], rows);
  const isSame = unpack(key, before, last, [pack], []).every(
    (packed, i) =>
      formatBlock(packed) === formatBlock(blocks[i]!) &&
      packed.values.every((mw, hour) => Object.is(mw, blocks[i]!.values[hour])),
  );
  if (!isSame) throw damagedSeries(key, `the pack of blocks ${pack.first_seq} to ${last}`);
}

function formatBlock({ start, known, values }: ObservationBlock): string {
  return JSON.stringify([start, known, values.length]);
}

function decodePack(key: SeriesKey, row: PackRow): ObservationBlock[] {
  if (computeChecksum(key, row) !== row.crc) throw damagedSeries(key, `blocks ${row.first_seq} to ${row.last_seq}`);
  const { starts, hours, known }: Outline = JSON.parse(inflateRawSync(row.outline).toString());
  const all = decodeValues(
    row.payload,
    hours.reduce((sum, count) => sum + count, 0),
  );
  let offset = 0;
  return starts.map((start, i) => {
    const values = all.subarray(offset, offset + hours[i]!);
    offset += hours[i]!;
    return { start, values, known: known[i]! };
  });
}

function computeChecksum(key: SeriesKey, row: Omit<PackRow, 'crc'>): number {
  const outline = checksum([key.series, key.measure, row.first_seq, row.last_seq], row.outline);
  return checksum([outline], row.payload);
}
