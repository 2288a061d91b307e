import { linkText } from '@loadcast/core/insight';
import { readRecords } from './codec/record-table.js';
import { firstLink, SUBMISSION_TABLE, submissionText } from './kinds/forecaster-ledger.js';
import { sha256Hex } from './kinds/run-links.js';
import type { TableReader } from './store-contents.js';
import type { ChainReport } from './verify-runs.js';

const SUBMISSIONS_AT_A_TIME = 200;

/** Computes the digest and the link of every submission of a forecaster again, and compares them with its chain. */
export async function verifySubmissions(
  contents: TableReader,
  forecasterId: string,
): Promise<Omit<ChainReport, 'areaId'>> {
  let [runs, previous] = [0, firstLink(forecasterId)];
  const report = (what?: string, issuedAt?: number) => ({
    runs,
    head: runs === 0 ? undefined : previous,
    firstBreak: what === undefined ? undefined : { position: runs + 1, issuedAt, what },
  });
  for (;;) {
    const next = `where forecaster_id = ? and position > ? order by position limit ${SUBMISSIONS_AT_A_TIME}`;
    const submissions = await readRecords(contents, SUBMISSION_TABLE, next, [forecasterId, runs]);
    for (const submission of submissions) {
      const { position, receivedAt, sha256, link } = submission;
      if (position !== runs + 1) return report(`the chain continues with position ${position}: what was here is lost`);
      const digest = sha256Hex(submissionText(submission));
      if (digest !== sha256) return report(`the submission has the digest ${digest}, the chain ${sha256}`, receivedAt);
      const own = sha256Hex(linkText(previous, sha256));
      if (own !== link) return report(`the link after ${previous} is ${own}, the chain has ${link}`, receivedAt);
      [runs, previous] = [position, link];
    }
    if (submissions.length < SUBMISSIONS_AT_A_TIME) return report();
  }
}
