import { bytesOf, checksum } from './codec/checksum.js';
import { countRows, type StoreCounts } from './kinds/count-rows.js';
import type { StoredKind } from './kinds/stored-kind.js';
import { STORED_KINDS, type StoredKinds } from './kinds/stored-kinds.data.js';
import type { TableReader } from './store-contents.js';

/** A store that can be read from end to end. */
export interface VerifiableStore {
  readonly contents: TableReader;
}

/** How many values of each kind a store holds. Stores with the same checksum hold the same values. */
export type StoreReport = StoreCounts & { readonly checksum: number };

/**
 * Reads everything a store holds, each row against its checksum.
 *
 * @param onValue called after each value
 * @throws {StoreError} `corrupt`, naming the first row that is not as it was written
 */
export async function verifyStore(
  { contents }: VerifiableStore,
  onValue: () => void = () => {},
  kinds: StoredKinds = STORED_KINDS,
): Promise<StoreReport> {
  let crc = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const digests = await computeDigests(kind, contents, onValue);
    crc = checksum([crc, name, digests.length], bytesOf(digests));
    await kind.assertDerived(contents);
  }
  return { ...(await countRows(contents, kinds)), checksum: crc };
}

/** The checksums of all values, ascending: engines read rows in different orders. */
async function computeDigests(
  kind: StoredKind<unknown>,
  source: TableReader,
  onValue: () => void,
): Promise<Uint32Array> {
  const digests: number[] = [];
  for await (const value of kind.read(source)) {
    digests.push(kind.digest(value, digests.length));
    onValue();
  }
  return Uint32Array.from(digests).sort();
}
