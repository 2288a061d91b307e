import { expect, test } from 'vitest';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  type NodeReader,
  nodesOfLeaf,
  rootByLeaf,
  rootOf,
  rootsByProof,
} from './merkle-tree.js';

/** Leaves, roots and proofs that implementations of RFC 6962 are tested with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const PROOF_OF_LEAF_5 = [
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
];
const PROOF_FROM_6_TO_8 = [
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A tree in memory. @param leaves their hashes */
async function treeOf(leaves: readonly Buffer[]): Promise<NodeReader> {
  const kept = new Map<number, string>();
  const read: NodeReader = async (wanted) => new Map(wanted.map((leaf) => [leaf, kept.get(leaf)!]));
  for (const [leaf, hash] of leaves.entries()) kept.set(leaf, await nodesOfLeaf(leaf, hash, read));
  return read;
}

const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
const known = () => treeOf(hashes);

test.each(ROOTS.map((root, size) => ({ size, root })))('the root of $size leaves is the known one', async (row) => {
  expect(hex(await rootOf(row.size, await known()))).toBe(row.root);
});

test('the proofs are the known ones', async () => {
  const read = await known();
  expect((await inclusionProof(5, 8, read)).map(hex)).toEqual(PROOF_OF_LEAF_5);
  expect((await consistencyProof(6, 8, read)).map(hex)).toEqual(PROOF_FROM_6_TO_8);
});

test('every proof of a tree of up to 33 leaves proves its own leaf, place, size and roots, and no other', async () => {
  const leaves = Array.from({ length: 33 }, (_, leaf) => leafHash(`${leaf}`));
  const read = await treeOf(leaves);
  for (let size = 1; size <= leaves.length; size++) {
    const root = hex(await rootOf(size, read));
    for (let leaf = 0; leaf < size; leaf++) {
      const proof = await inclusionProof(leaf, size, read);
      const rootBy = (index: number, hash: Uint8Array, hashes = proof) => hex(rootByLeaf(index, size, hash, hashes));
      expect(rootBy(leaf, leaves[leaf]!)).toBe(root);
      if (size > 1) expect(rootBy((leaf + 1) % size, leaves[leaf]!)).not.toBe(root);
      expect(rootBy(leaf, leafHash('other'))).not.toBe(root);
      expect(rootBy(leaf, leaves[leaf]!, [...proof, leaves[0]!])).not.toBe(root);
      expect(proof.length).toBeLessThanOrEqual(6);
    }
    for (let from = 1; from <= size; from++) {
      const [older, proof] = [await rootOf(from, read), await consistencyProof(from, size, read)];
      const roots = (root: Uint8Array, hashes = proof) => rootsByProof(from, size, root, hashes).map(hex);
      expect(roots(older)).toEqual([hex(older), root]);
      const other = leafHash('other');
      if (from < size) {
        expect(roots(older, proof.slice(1))).not.toEqual([hex(older), root]);
        expect(roots(other)).not.toEqual([hex(other), root]);
      }
      expect(roots(older, [...proof, other])).not.toEqual([hex(older), root]);
    }
  }
});
