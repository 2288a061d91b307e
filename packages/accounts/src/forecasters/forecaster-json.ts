import { type Areas, closedGates } from '@loadcast/core';
import type { SubmissionLog } from '@loadcast/core/insight';
import { isoUtc, utcText } from '@loadcast/formats';
import { type ForecasterRecord, leafText, type SubmissionRecord } from '@loadcast/storage/sqlite';
import { z } from 'zod';

export const forecasterSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  regions: z.array(z.string()),
  gates: z.array(z.string()),
  public: z.boolean().describe('Whether everyone can see its scores.'),
  retired_at: z.nullable(utcText()),
  blend: z.array(z.string()).describe('The experts that the service blends for it. Absent: it submits.').optional(),
});

/** A forecaster as its account sees it. */
export function forecasterJson(all: Areas, { id, name, areas, gates, isPublic, retiredAt, blends }: ForecasterRecord) {
  return {
    id,
    name,
    regions: areas.split(',').map((area) => all.codeOf(area)),
    gates: gates.split(','),
    public: isPublic === 1,
    retired_at: retiredAt === null ? null : isoUtc(retiredAt),
    ...(blends !== null && { blend: blends.split(',') }),
  };
}

export const receiptSchema = z.strictObject({
  forecaster: z.string(),
  position: z.int().describe('The place in the chain of the forecaster.'),
  region: z.string(),
  received_at: z.string().describe('When it arrived, by the clock of the service: it is available from then on.'),
  start: utcText(),
  end: utcText(),
  hours: z.int(),
  withdraws: z.nullable(z.int()).describe('The position of the run that it withdraws; null: it is a run.'),
  late_for: z.array(z.string()).describe('Gates that were closed when it arrived, as `DAM 2026-11-22`.'),
  sha256: z.string().describe('Digest of the rows, their region and the time of arrival.'),
  link: z.string().describe('Digest of this submission and of all before it.'),
  proof: z
    .nullable(
      z.strictObject({
        leaf: z.int().describe('The place in the tree of all submissions.'),
        text: z.string().describe('The text of the leaf, with its nonce.'),
        hashes: z.array(z.string()).describe('The proof that the leaf is in the tree (RFC 6962); base64.'),
        checkpoint: z.string().describe('The signed root of the tree.'),
        key: z.string().describe('The key that signed it.'),
      }),
    )
    .describe('`loadcast verify --receipts` reads it; null where the service has no key to sign with.'),
});

/** @param size of the tree; undefined: as it was when the submission came */
async function proofJson(submission: SubmissionRecord, log: SubmissionLog | undefined, size: number | undefined) {
  const { leaf } = submission;
  if (!log || leaf === null) return null;
  const [text, at] = [leafText(submission), Math.max(size ?? 0, leaf + 1)];
  return { leaf, text, hashes: await log.inclusion(leaf, at), checkpoint: await log.checkpoint(at), key: log.key };
}

export async function receiptJson(
  all: Areas,
  forecaster: ForecasterRecord,
  submission: SubmissionRecord,
  log?: SubmissionLog,
  size?: number,
) {
  const { forecasterId, position, areaId, receivedAt, startAt, endAt, withdraws, content, sha256, link } = submission;
  return {
    ...{ forecaster: forecasterId, position, region: all.codeOf(areaId) },
    received_at: new Date(receivedAt).toISOString(),
    ...{ start: isoUtc(startAt), end: isoUtc(endAt), hours: content.match(/^\d/gm)?.length ?? 0, withdraws },
    late_for: closedGates(all.byId(areaId), forecaster.gates, submission),
    ...{ sha256, link, proof: await proofJson(submission, log, size) },
  };
}
