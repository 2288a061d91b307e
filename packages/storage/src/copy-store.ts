import { countRows } from './kinds/count-rows.js';
import type { WritableStore } from './kinds/stored-kind.js';
import { STORED_KINDS, type StoredKinds } from './kinds/stored-kinds.data.js';
import { StoreError } from './store-error.js';
import { type StoreReport, type VerifiableStore, verifyStore } from './verify-store.js';

export type CopyableStore = VerifiableStore & WritableStore;

export interface CopyProgress {
  /** The name of the kind that is copied, or `verify`. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/**
 * Copies all of a store into an empty one, then reads both again and compares. Nothing may write to either meanwhile; of a
 * PostgreSQL store that is written to, its `snapshot` can be copied.
 *
 * @param onProgress called often; draw less often
 * @returns the counts of both
 * @throws {StoreError} `exists`: the target is not empty; `corrupt`: a row of the source is damaged, or the two differ
 */
export async function copyStore(
  from: VerifiableStore,
  to: CopyableStore,
  onProgress: (progress: CopyProgress) => void = () => {},
  kinds: StoredKinds = STORED_KINDS,
): Promise<StoreReport> {
  if (!(await isEmptyStore(to, kinds))) throw new StoreError('exists', 'the store to copy to is not empty');
  const totals = new Map(Object.entries(await countRows(from.contents, kinds)));
  for (const [stage, kind] of Object.entries(kinds)) {
    let done = 0;
    for await (const values of inGroups(kind.read(from.contents), kind.groupSize)) {
      await kind.write(to, values);
      done += values.length;
      onProgress({ stage, done, total: totals.get(stage) ?? done });
    }
  }

  const total = 2 * [...totals.values()].reduce((sum, count) => sum + count, 0);
  let done = 0;
  const onValue = (): void => onProgress({ stage: 'verify', done: ++done, total });
  const source = await verifyStore(from, onValue, kinds);
  const target = await verifyStore(to, onValue, kinds);
  if (source.checksum !== target.checksum) throw new StoreError('corrupt', 'the copy differs from its source');
  return source;
}

/** Whether a store holds nothing but what every new one does. */
export async function isEmptyStore({ contents }: VerifiableStore, kinds: StoredKinds = STORED_KINDS): Promise<boolean> {
  const counts = Object.entries(await countRows(contents, kinds));
  return counts.every(([name, count]) => count === 0 || kinds[name]?.isSeeded === true);
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
