import { crc32 } from 'node:zlib';
import type { ActualsStore, ObservationBatch, Vintage, VintageStore } from '@loadcast/core';
import { checksum } from './codec/checksum.js';
import type { MetaStore } from './meta-store.js';
import { CONTROL_TABLES, type ControlRow, type ControlTable, type StoreContents } from './store-contents.js';
import { StoreError } from './store-error.js';

/** What copying needs of a store. Both engines' stores have it. */
export interface CopyableStore {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly meta: MetaStore;
  readonly contents: StoreContents;
}

export interface CopyProgress {
  readonly stage: 'batches' | 'vintages' | 'control' | 'verify';
  readonly done: number;
  readonly total: number;
}

/** What was copied, and found the same in both stores. */
export interface CopyReport {
  readonly batches: number;
  readonly vintages: number;
  /** Of everything in the source and, read back, in the target. */
  readonly checksum: number;
}

/** Vintages on their way at the same time. Fewer than would make a pool refuse them. */
const VINTAGES_AT_A_TIME = 16;

/**
 * Copies all of a store into an empty one, then reads both again and compares. Nothing may write to either meanwhile.
 *
 * @param onProgress called often; draw less often
 * @throws {StoreError} `exists`: the target is not empty; `corrupt`: a row of the source is damaged, or the two differ
 */
export async function copyStore(
  from: CopyableStore,
  to: CopyableStore,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<CopyReport> {
  const occupied = await to.contents.counts();
  if (occupied.batches + occupied.vintages + occupied.accounts > 0) {
    throw new StoreError('exists', 'the store to copy to is not empty');
  }
  const total = await from.contents.counts();

  let done = 0;
  for await (const batch of from.contents.batches()) {
    await to.actuals.append(batch);
    onProgress({ stage: 'batches', done: ++done, total: total.batches });
  }
  done = 0;
  for await (const vintages of inGroups(from.contents.vintages(), VINTAGES_AT_A_TIME)) {
    await Promise.all(vintages.map((vintage) => to.vintages.append(vintage)));
    done += vintages.length;
    onProgress({ stage: 'vintages', done, total: total.vintages });
  }
  for (const [name, value] of await from.meta.all()) await to.meta.set(name, value);
  await to.contents.replaceControlRows(await controlOf(from));
  onProgress({ stage: 'control', done: total.accounts, total: total.accounts });

  const rows = 2 * (total.batches + total.vintages);
  let verified = 0;
  const tick = (): void => onProgress({ stage: 'verify', done: ++verified, total: rows });
  const [source, target] = [await fingerprint(from, tick), await fingerprint(to, tick)];
  if (source !== target) throw new StoreError('corrupt', 'the copy differs from its source');
  return { batches: total.batches, vintages: total.vintages, checksum: source };
}

/** A checksum of everything a store tells. */
async function fingerprint(store: CopyableStore, tick: () => void): Promise<number> {
  let crc = 0;
  for await (const batch of store.contents.batches()) {
    crc = checksum([crc, batchChecksum(batch)]);
    tick();
  }
  for await (const vintage of store.contents.vintages()) {
    crc = checksum([crc, vintageChecksum(vintage)]);
    tick();
  }
  const control = [...(await controlOf(store))].map(([table, rows]) => [table, rows.map(canonical).sort()]);
  return checksum([crc, JSON.stringify([...(await store.meta.all())]), JSON.stringify(control)]);
}

/** Blocks of different series have no order within a batch. */
function batchChecksum({ source, ingestedAt, provenance, blocks }: ObservationBatch): number {
  const ofSeries = new Map<string, number>();
  for (const { key, start, valuesMw, known } of blocks) {
    const name = `${key.series} ${key.measure}`;
    const fields = [ofSeries.get(name) ?? 0, start, JSON.stringify(known)];
    ofSeries.set(name, checksum(fields, bytesOf(valuesMw)));
  }
  const series = [...ofSeries].sort(([a], [b]) => (a < b ? -1 : 1));
  return checksum([source, ingestedAt, JSON.stringify(provenance), JSON.stringify(series)]);
}

function vintageChecksum({ valueMw, p10Mw, p90Mw, ...header }: Vintage): number {
  const values = [valueMw, p10Mw, p90Mw].reduce((crc, array) => crc32(bytesOf(array), crc), 0);
  return checksum([JSON.stringify(header), values]);
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

async function controlOf(store: CopyableStore): Promise<Map<ControlTable, ControlRow[]>> {
  const tables = new Map<ControlTable, ControlRow[]>();
  for (const table of CONTROL_TABLES) tables.set(table, await store.contents.controlRows(table));
  return tables;
}

/** The columns in one order, whichever engine gave them. */
function canonical(row: ControlRow): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
