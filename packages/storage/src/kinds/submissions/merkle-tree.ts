import { createHash } from 'node:crypto';

/** Leaves from `start` up to, and without, `end`. */
type Range = readonly [start: number, end: number];
/** The hashes kept with some leaves, by leaf: hex, one for each complete subtree that ends with it, the leaf first. */
export type NodeReader = (leaves: readonly number[]) => Promise<ReadonlyMap<number, string>>;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
/** The hash of a leaf by RFC 6962. */
export const leafHash = (leaf: string | Uint8Array): Buffer => sha256(Buffer.of(0), Buffer.from(leaf));
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);
/** Stands for a hash that a proof lacks: nothing has it. */
const NO_HASH = Buffer.alloc(0);

/** How many leaves are in the left subtree of a tree of two or more. */
const leftSize = (size: number): number => 2 ** (31 - Math.clz32(size - 1));

/** The left and the right subtree of a range of two leaves or more. */
function halvesOf([start, end]: Range): readonly [Range, Range] {
  const middle = start + leftSize(end - start);
  return [
    [start, middle],
    [middle, end],
  ];
}

/** The complete subtrees of a range, from left to right. */
function completeIn(range: Range): Range[] {
  if (Number.isInteger(Math.log2(range[1] - range[0]))) return [range];
  const [left, right] = halvesOf(range);
  return [left, ...completeIn(right)];
}

async function hashesOf(ranges: readonly Range[], read: NodeReader): Promise<Buffer[]> {
  const nodes = await read(ranges.flatMap(completeIn).map(([, end]) => end - 1));
  const kept = ([start, end]: Range): Buffer => {
    const at = 64 * Math.log2(end - start);
    return Buffer.from(nodes.get(end - 1)?.slice(at, at + 64) ?? '', 'hex');
  };
  return ranges.map((range) =>
    completeIn(range)
      .map(kept)
      .reduceRight((right, left) => nodeHash(left, right)),
  );
}

/** The hashes to keep with a new leaf, whose own hash is given. */
export async function nodesOfLeaf(leaf: number, hash: Buffer, read: NodeReader): Promise<string> {
  const lefts: Range[] = [];
  for (let width = 1; Math.floor(leaf / width) % 2 === 1; width *= 2)
    lefts.push([leaf + 1 - 2 * width, leaf + 1 - width]);
  const nodes = [hash];
  for (const left of await hashesOf(lefts, read)) nodes.push(nodeHash(left, nodes.at(-1)!));
  return Buffer.concat(nodes).toString('hex');
}

/** The root of the tree of the first `size` leaves. */
export const rootOf = async (size: number, read: NodeReader): Promise<Buffer> =>
  size === 0 ? sha256() : (await hashesOf([[0, size]], read))[0]!;

/** The proof that a leaf is in the tree of the first `size` leaves. */
export const inclusionProof = (leaf: number, size: number, read: NodeReader): Promise<Buffer[]> =>
  hashesOf(beside([0, size], leaf), read);

function beside(range: Range, leaf: number): Range[] {
  const [start, end] = range;
  if (end - start === 1) return [];
  const [left, right] = halvesOf(range);
  return leaf < right[0] ? [...beside(left, leaf), right] : [...beside(right, leaf), left];
}

/** The proof that the tree of the first `size` leaves continues the one of the first `from`: empty from 0, as of the empty tree. */
export const consistencyProof = (from: number, size: number, read: NodeReader): Promise<Buffer[]> =>
  hashesOf(continuing([0, size], from, true), read);

function continuing(range: Range, from: number, isKnown: boolean): Range[] {
  const end = range[1];
  if (from === 0) return [];
  if (end === from) return isKnown ? [] : [range];
  const [left, right] = halvesOf(range);
  return from <= right[0] ? [...continuing(left, from, isKnown), right] : [...continuing(right, from, false), left];
}

/** The root that a leaf and its proof make. */
export function rootByLeaf(leaf: number, size: number, hash: Uint8Array, proof: readonly Uint8Array[]): Uint8Array {
  if (size <= 1) return size === 1 && leaf === 0 && proof.length === 0 ? hash : NO_HASH;
  const [inner, outer, left] = [proof.slice(0, -1), proof.at(-1) ?? NO_HASH, leftSize(size)];
  return leaf < left
    ? nodeHash(rootByLeaf(leaf, left, hash, inner), outer)
    : nodeHash(outer, rootByLeaf(leaf - left, size - left, hash, inner));
}

/** Both roots that a proof of consistency makes. @param root of the older tree; undefined: the proof has it */
export function rootsByProof(
  from: number,
  size: number,
  root: Uint8Array | undefined,
  proof: readonly Uint8Array[],
): readonly [older: Uint8Array, newer: Uint8Array] {
  if (from === size) {
    const known = proof.length === (root ? 0 : 1) ? (root ?? proof[0]!) : NO_HASH;
    return [known, known];
  }
  const [inner, outer, left] = [proof.slice(0, -1), proof.at(-1) ?? NO_HASH, leftSize(size)];
  const isRight = from > left;
  const [older, newer] = isRight
    ? rootsByProof(from - left, size - left, undefined, inner)
    : rootsByProof(from, left, root, inner);
  return isRight ? [nodeHash(outer, older), nodeHash(outer, newer)] : [older, nodeHash(newer, outer)];
}
