import type { SubmissionLog } from '@loadcast/core/insight';
import { consistencyProof, inclusionProof, rootOf, type SubmissionTree } from '@loadcast/storage/sqlite';
import { checkpointSigner } from './checkpoint.js';
import { type SecretsSettings, secretsKeyOf } from './secrets-key.js';

const inBase64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'));

/** The tree of submissions with the signatures of this service; undefined where it has no secret to sign with. */
export function openSubmissionLog(tree: SubmissionTree, config: SecretsSettings): SubmissionLog | undefined {
  const secret = secretsKeyOf(config);
  if (secret === undefined) return undefined;
  const { key, sign } = checkpointSigner(secret);
  const { treeSize, treeNodes } = tree;
  return {
    key,
    size: treeSize,
    checkpoint: async (size) => sign(size, await rootOf(size, treeNodes)),
    inclusion: async (leaf, size) => inBase64(await inclusionProof(leaf, size, treeNodes)),
    consistency: async (from, size) => inBase64(await consistencyProof(from, size, treeNodes)),
  };
}
