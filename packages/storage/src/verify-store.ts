import { crc32 } from 'node:zlib';
import { blockNameOf, type ObservationBatch, type Vintage, type WeatherBlock } from '@loadcast/core';
import { checksum } from './codec/checksum.js';
import type { MetaStore } from './meta-store.js';
import { CONTROL_TABLES, type ControlRow, type ControlTable, type StoreContents } from './store-contents.js';

/** A store that can be read from end to end. */
export interface VerifiableStore {
  readonly contents: StoreContents;
  readonly meta: MetaStore;
}

/** What a store holds. Stores with the same checksum tell the same. */
export interface StoreReport {
  readonly batches: number;
  readonly vintages: number;
  /** Blocks of weather. */
  readonly weather: number;
  readonly checksum: number;
}

/**
 * Reads everything a store holds, each row against its checksum.
 *
 * @param onRow called after each batch and each vintage
 * @throws {StoreError} `corrupt`, naming the first row that is not as it was written
 */
export async function verifyStore(store: VerifiableStore, onRow: () => void = () => {}): Promise<StoreReport> {
  let [crc, batches, vintages, weather] = [0, 0, 0, 0];
  for await (const batch of store.contents.batches()) {
    crc = checksum([crc, batchChecksum(batch)]);
    batches++;
    onRow();
  }
  await store.contents.assertPacks();
  for await (const vintage of store.contents.vintages()) {
    crc = checksum([crc, vintageChecksum(vintage)]);
    vintages++;
    onRow();
  }
  for await (const blocks of store.contents.weather()) {
    crc = checksum([crc, ...blocks.map(weatherChecksum).sort()]);
    weather += blocks.length;
  }
  const control = [...(await controlOf(store))].map(([table, rows]) => [table, rows.map(canonical).sort()]);
  const facts = JSON.stringify([...(await store.meta.all())]);
  return { batches, vintages, weather, checksum: checksum([crc, facts, JSON.stringify(control)]) };
}

/** Blocks of different series have no order within a batch. */
function batchChecksum({ source, ingestedAt, provenance, blocks }: ObservationBatch): number {
  const ofSeries = new Map<string, number>();
  for (const { key, start, values, known } of blocks) {
    const name = `${key.series} ${key.measure}`;
    const fields = [ofSeries.get(name) ?? 0, start, JSON.stringify(known)];
    ofSeries.set(name, checksum(fields, bytesOf(values)));
  }
  const series = [...ofSeries].sort(([a], [b]) => (a < b ? -1 : 1));
  return checksum([source, ingestedAt, JSON.stringify(provenance), JSON.stringify(series)]);
}

function vintageChecksum({ valueMw, p10Mw, p90Mw, ...header }: Vintage): number {
  const values = [valueMw, p10Mw, p90Mw].reduce((crc, array) => crc32(bytesOf(array), crc), 0);
  return checksum([JSON.stringify(header), values]);
}

function weatherChecksum(block: WeatherBlock): number {
  return checksum([blockNameOf(block), block.weight], bytesOf(block.values));
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The control plane's rows, by table. */
export async function controlOf(store: VerifiableStore): Promise<Map<ControlTable, ControlRow[]>> {
  const tables = new Map<ControlTable, ControlRow[]>();
  for (const table of CONTROL_TABLES) tables.set(table, await store.contents.controlRows(table));
  return tables;
}

/** The columns in one order, whichever engine gave them. */
function canonical(row: ControlRow): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
