import { type Area, closedGates } from '@loadcast/core';
import type { SealedSubmission } from '@loadcast/core/insight';
import { count, type Table, tableOf, utcText } from '@loadcast/formats';
import * as z from 'zod';
import * as fields from '../../answers/answer-fields.js';
import { columnsFrom } from './columns-from.js';

export interface SubmissionRow {
  readonly run: SealedSubmission;
  readonly area: Area;
  readonly code: string;
}

/** Fields of a run of a forecaster, as in its receipt. */
export const submissionFields = {
  forecaster: z.string().describe('The id of the forecaster.'),
  position: count('The place in the chain of the forecaster.'),
  region: fields.region,
  received_at: utcText().describe('When it arrived, by the clock of the service.'),
  start: utcText().describe('Start of its first hour.'),
  end: utcText().describe('End of its last hour.'),
  withdraws: count('The position of the run that it withdraws.').optional(),
  late_for: z
    .string()
    .describe('Gates that had closed when it arrived, for which it does not count.')
    .meta({ examples: ['DAM 2026-11-22'] })
    .optional(),
  sha256: fields.sha256('Digest of the rows, their region and the time of arrival.'),
  link: fields.sha256('Digest of this submission and of all before it.'),
  weights: z
    .string()
    .describe('Only of blends: how much each expert weighs in each lead block, hours of the market day.')
    .meta({ examples: ['DAM 0-5: loadcast 0.250, operator 0.750; DAM 6-11: loadcast 0.300, operator 0.700'] })
    .optional(),
};

export function submissionsTable(rows: readonly SubmissionRow[], forecaster: string, gates: string): Table {
  const { instant, number, text } = columnsFrom(rows);
  return tableOf(rows.length, [
    text('forecaster', () => forecaster),
    number('position', ({ run }) => run.position),
    text('region', ({ code }) => code),
    instant('received_at', ({ run }) => run.receivedAt),
    instant('start', ({ run }) => run.startAt),
    instant('end', ({ run }) => run.endAt),
    number('withdraws', ({ run }) => run.withdraws ?? undefined),
    text('late_for', ({ run, area }) => closedGates(area, gates, run).join('; ') || undefined),
    text('sha256', ({ run }) => run.sha256),
    text('link', ({ run }) => run.link),
    rows.some(({ run }) => run.weights) ? text('weights', ({ run }) => run.weights) : undefined,
  ]);
}
