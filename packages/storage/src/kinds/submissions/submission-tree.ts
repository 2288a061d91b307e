import { randomBytes } from 'node:crypto';
import type { SqlTransaction } from '../../accounts/sql-database.js';
import { leafHash, type NodeReader, nodesOfLeaf } from './merkle-tree.js';
import type { SubmissionRecord } from './submission-record.js';

/** The tree of all submissions, in the order in which they were kept. */
export interface SubmissionTree {
  /** How many submissions it has. */
  treeSize(): Promise<number>;
  readonly treeNodes: NodeReader;
}

/** The leaf of a submission in the tree: all that its receipt says, and the nonce. */
export function leafText(submission: Omit<SubmissionRecord, 'requestKey' | 'content' | 'leaf' | 'nodes'>): string {
  const { nonce, forecasterId, position, areaId, receivedAt, startAt, endAt, withdraws, sha256, link } = submission;
  const times = [receivedAt, startAt, endAt].map((at) => new Date(at).toISOString());
  return ['loadcast-leaf-1', nonce, forecasterId, position, areaId, ...times, withdraws, sha256, link].join();
}

/** A submission at the next place of the tree. */
export async function planted(
  submission: Omit<SubmissionRecord, 'leaf' | 'nonce' | 'nodes'>,
  leaf: number,
  read: NodeReader,
): Promise<SubmissionRecord> {
  const kept = { ...submission, nonce: randomBytes(16).toString('hex') };
  return { ...kept, leaf, nodes: await nodesOfLeaf(leaf, leafHash(leafText(kept)), read) };
}

export const submissionTree = (db: SqlTransaction): SubmissionTree => ({
  async treeSize() {
    const [last] = await db.query<{ leaf: number | null }>('select max(leaf) as leaf from submission');
    return (last?.leaf ?? -1) + 1;
  },
  async treeNodes(leaves) {
    if (leaves.length === 0) return new Map();
    const sql = `select leaf, nodes from submission where leaf in (${leaves.map(() => '?').join()})`;
    const rows = await db.query<{ leaf: number; nodes: string }>(sql, leaves);
    return new Map(rows.map(({ leaf, nodes }) => [leaf, nodes]));
  },
});
