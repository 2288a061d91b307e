import { readRecords } from './codec/record-table.js';
import { sha256Hex } from './kinds/run-links.js';
import { leafHash } from './kinds/submissions/merkle-tree.js';
import {
  firstLink,
  SUBMISSION_TABLE,
  type SubmissionRecord,
  submissionText,
} from './kinds/submissions/submission-record.js';
import { leafText } from './kinds/submissions/submission-tree.js';
import type { TableReader } from './store-contents.js';
import { type ChainReport, followChain } from './verify-runs.js';

/** Computes the digest, the link and the leaf of every submission of a forecaster again, and compares them with its chain. */
export const verifySubmissions = (contents: TableReader, forecasterId: string): Promise<ChainReport> =>
  followChain(
    firstLink(forecasterId),
    async (rest, after) => {
      const values = [forecasterId, after];
      const found = await readRecords(contents, SUBMISSION_TABLE, `where forecaster_id = ? ${rest}`, values);
      return found.map((row) => ({ ...row, issuedAt: row.receivedAt }));
    },
    async (submission) => differenceOf(submission),
  );

function differenceOf(submission: SubmissionRecord): string | undefined {
  const { sha256, nodes } = submission;
  const digest = sha256Hex(submissionText(submission));
  if (digest !== sha256) return `the submission has the digest ${digest}, the chain ${sha256}`;
  const leaf = leafHash(leafText(submission)).toString('hex');
  return nodes === null || nodes.startsWith(leaf) ? undefined : `the tree has another leaf than ${leaf}`;
}
