import type { ActualsStore, VintageStore, WeatherStore } from '@loadcast/core';
import type { MetaStore } from './meta-store.js';
import { StoreError } from './store-error.js';
import { controlOf, type StoreReport, type VerifiableStore, verifyStore } from './verify-store.js';

/** A store that can be copied to. */
export interface CopyableStore extends VerifiableStore {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly weather: WeatherStore;
  readonly meta: MetaStore;
}

export interface CopyProgress {
  readonly stage: 'batches' | 'vintages' | 'weather' | 'control' | 'verify';
  readonly done: number;
  readonly total: number;
}

/** Vintages in one transaction: half a megabyte. */
const VINTAGES_AT_A_TIME = 200;

/**
 * Copies all of a store into an empty one, then reads both again and compares. Nothing may write to either meanwhile; of a
 * PostgreSQL store that is written to, its `snapshot` can be copied.
 *
 * @param onProgress called often; draw less often
 * @returns what is in both
 * @throws {StoreError} `exists`: the target is not empty; `corrupt`: a row of the source is damaged, or the two differ
 */
export async function copyStore(
  from: VerifiableStore,
  to: CopyableStore,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<StoreReport> {
  const occupied = await to.contents.counts();
  if (occupied.batches + occupied.vintages + occupied.weather + occupied.accounts > 0) {
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
    await to.contents.addVintages(vintages);
    done += vintages.length;
    onProgress({ stage: 'vintages', done, total: total.vintages });
  }
  done = 0;
  for await (const blocks of from.contents.weather()) {
    await to.weather.write({ put: blocks, drop: [] });
    done += blocks.length;
    onProgress({ stage: 'weather', done, total: total.weather });
  }
  for (const [name, value] of await from.meta.all()) await to.meta.set(name, value);
  await to.contents.replaceControlRows(await controlOf(from));
  onProgress({ stage: 'control', done: total.accounts, total: total.accounts });

  const rows = 2 * (total.batches + total.vintages);
  let verified = 0;
  const tick = (): void => onProgress({ stage: 'verify', done: ++verified, total: rows });
  const [source, target] = [await verifyStore(from, tick), await verifyStore(to, tick)];
  if (source.checksum !== target.checksum) throw new StoreError('corrupt', 'the copy differs from its source');
  return source;
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
