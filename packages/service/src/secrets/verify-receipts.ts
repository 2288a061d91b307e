import { linkText } from '@loadcast/core/insight';
import { sha256Hex } from '@loadcast/formats/node';
import { firstLink, leafHash, rootByLeaf, rootsByProof } from '@loadcast/storage/sqlite';
import * as z from 'zod';
import { openCheckpoint } from './checkpoint.js';

const place = z
  .int()
  .min(0)
  .lt(2 ** 31);
const signed = { hashes: z.array(z.base64()).max(64), checkpoint: z.string(), key: z.string() };
const instant = z.iso.datetime().transform((text) => new Date(text).toISOString());
const receiptSchema = z.object({
  ...{ forecaster: z.string(), position: place, received_at: instant, start: instant, end: instant },
  ...{ withdraws: z.nullable(place), sha256: z.string(), link: z.string() },
  proof: z.object({ ...signed, leaf: place, text: z.string() }, 'the receipt has no proof'),
});
const itemSchema = z.union([z.object({ ...signed, from: place.min(1) }), receiptSchema]);
/** An answer of the service, or its `data`. */
const answerSchema = z.union([z.object({ data: z.union([itemSchema, z.array(itemSchema)]) }), itemSchema]);

type Receipt = z.output<typeof receiptSchema>;
type Checkpoint = ReturnType<typeof openCheckpoint>;
/** Shows that the second of two checkpoints continues the first. */
type Bridge = (older: Checkpoint, newer: Checkpoint) => boolean;

/**
 * Verifies receipts, and proofs that one checkpoint continues another, without a store or a network.
 *
 * @param answers JSON of the service by the name of its file
 * @param pinned `key`: the only one that counts; `checkpoint`: one that every receipt has to be in
 * @returns the key that signed the checkpoints, the receipts by position, and their faults
 * @throws {Error} a file is no such answer, or the key has not signed the checkpoint
 */
export function verifyReceipts(
  answers: Readonly<Record<string, string>>,
  pinned: { readonly key?: string | undefined; readonly checkpoint?: string | undefined },
) {
  const items = Object.entries(answers).flatMap(itemsIn);
  const receipts = items.filter((item) => 'proof' in item).sort((a, b) => a.position - b.position);
  const key = pinned.key ?? items.map((item) => ('proof' in item ? item.proof : item).key)[0] ?? '';
  const wanted = pinned.checkpoint === undefined ? undefined : openCheckpoint(pinned.checkpoint, key);
  const bridges = items.flatMap((item) => ('from' in item ? bridgeOf(item, openCheckpoint(item.checkpoint, key)) : []));
  const faults = receipts.flatMap((receipt) => {
    const before = receipts.findLast(
      (each) => each.forecaster === receipt.forecaster && each.position < receipt.position,
    );
    const fault = proofFault(receipt, key, wanted, bridges) ?? chainFault(receipt, before);
    return fault === undefined ? [] : [`${receipt.forecaster}, position ${receipt.position}: ${fault}`];
  });
  return { key, receipts: receipts.map(({ proof, ...receipt }) => receipt), faults };
}

function itemsIn([file, text]: readonly [file: string, text: string]) {
  try {
    const read = answerSchema.parse(JSON.parse(text));
    return 'data' in read ? read.data : read;
  } catch {
    throw new Error(`${file} has neither receipts with proofs nor an answer of /v1/submissions/proof`);
  }
}

const isSame = (one: Checkpoint, other: Checkpoint) => one.size === other.size && one.root.equals(other.root);
const bytesOf = (hashes: readonly string[]) => hashes.map((hash) => Buffer.from(hash, 'base64'));

function bridgeOf({ from, hashes }: { from: number; hashes: string[] }, end: Checkpoint): Bridge {
  return (older, newer) => {
    if (older.size !== from || from > end.size || !isSame(newer, end)) return false;
    const [first, last] = rootsByProof(from, end.size, older.root, bytesOf(hashes));
    return older.root.equals(first) && end.root.equals(last);
  };
}

function proofFault(
  { proof, forecaster, position, received_at, start, end, withdraws, sha256, link }: Receipt,
  key: string,
  wanted: Checkpoint | undefined,
  bridges: readonly Bridge[],
): string | undefined {
  const { leaf, text, hashes } = proof;
  const told = ['loadcast-leaf-1', forecaster, position, received_at, start, end, withdraws, sha256, link].join();
  // The nonce and the id of the area are in the leaf alone.
  if (
    text
      .split(',')
      .filter((_, i) => i !== 1 && i !== 4)
      .join() !== told
  )
    return 'its leaf says something else';
  try {
    const own = openCheckpoint(proof.checkpoint, key);
    if (!own.root.equals(rootByLeaf(leaf, own.size, leafHash(text), bytesOf(hashes)))) return 'it is not in its tree';
    if (!wanted || isSame(own, wanted) || bridges.some((joins) => joins(own, wanted) || joins(wanted, own)))
      return leaf < (wanted ?? own).size ? undefined : 'it came after the checkpoint';
    return `nothing shows that its checkpoint of size ${own.size} and the one of size ${wanted.size} are of one tree`;
  } catch (error) {
    return (error as Error).message;
  }
}

function chainFault({ forecaster, position, sha256, link }: Receipt, before: Receipt | undefined): string | undefined {
  if (!before && position > 1) return undefined;
  const { position: last, link: previous } = before ?? { position: 0, link: firstLink(forecaster) };
  if (position > last + 1) return `position ${last + 1} is left out`;
  return sha256Hex(linkText(previous, sha256)) === link ? undefined : 'its link does not cover the position before';
}
