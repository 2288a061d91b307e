import { type Areas, closedGates } from '@loadcast/core';
import { isoUtc, utcText } from '@loadcast/formats';
import type { ForecasterRecord, SubmissionRecord } from '@loadcast/storage/sqlite';
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
});

export function receiptJson(all: Areas, forecaster: ForecasterRecord, submission: SubmissionRecord) {
  const { forecasterId, position, areaId, receivedAt, startAt, endAt, withdraws, content, sha256, link } = submission;
  return {
    ...{ forecaster: forecasterId, position, region: all.codeOf(areaId) },
    received_at: new Date(receivedAt).toISOString(),
    ...{ start: isoUtc(startAt), end: isoUtc(endAt), hours: content.match(/^\d/gm)?.length ?? 0, withdraws },
    late_for: closedGates(all.byId(areaId), forecaster.gates, submission),
    ...{ sha256, link },
  };
}
