import { type RecordOf, tableOf } from '../../codec/record-table.js';
import { StoreError } from '../../store-error.js';
import { sha256Hex } from '../run-links.js';

const HEADER_COLUMNS = {
  forecaster_id: 'text',
  /** 1, 2, 3, ... in the order of arrival. */
  position: 'integer',
  area_id: 'text',
  /** When it took its place by the clock of the service, epoch ms, never before the one at the place before: it is available from then on. */
  received_at: 'integer',
  /** Start of its first hour, and end of its last, epoch ms. */
  start_at: 'integer',
  end_at: 'integer',
  /** The position of the run that it withdraws; null: it is a run. */
  withdraws: 'integer?',
  /** SHA-256 of `submissionText`. */
  sha256: 'text',
  /** SHA-256 of the link before and of `sha256`. */
  link: 'text',
} as const;

export const HEADER_TABLE = tableOf({
  table: 'submission',
  columns: HEADER_COLUMNS,
  key: ['forecaster_id', 'position'],
});

export const SUBMISSION_TABLE = tableOf({
  table: 'submission',
  columns: {
    ...HEADER_COLUMNS,
    /** The caller's name for the request: a repeated request gets the first receipt. */
    request_key: 'text?',
    /** A line an hour: start, MW, p10 and p90, empty where there is none. Blends have lines of `weights,` too. */
    content: 'text',
    /** Its place in the tree of all submissions: 0, 1, 2, ...; null, as the next two: it is older than the tree. */
    leaf: 'integer?',
    /** Random: without it nothing can be guessed from the tree's hashes. */
    nonce: 'text?',
    /** Hashes of the subtrees that it completes, as `nodesOfLeaf` gives them. */
    nodes: 'text?',
  },
  key: ['forecaster_id', 'position'],
});

/** Something that a forecaster handed in, in its place in the forecaster's chain. */
export type SubmissionRecord = RecordOf<typeof SUBMISSION_TABLE>;

/** A submission without its hours. */
export type SubmissionHeader = RecordOf<typeof HEADER_TABLE>;

type Sealed = 'position' | 'receivedAt' | 'sha256' | 'link' | 'leaf' | 'nonce' | 'nodes';
export type NewSubmission = Omit<SubmissionRecord, Sealed>;

/** The text that the digest of a submission is made of: what arrived, of whom, for which hours, and when. */
export function submissionText(submission: NewSubmission & Pick<SubmissionRecord, 'receivedAt'>): string {
  const { forecasterId, areaId, receivedAt, startAt, endAt, withdraws, content } = submission;
  const [received, start, end] = [receivedAt, startAt, endAt].map((at) => new Date(at).toISOString());
  const about = [`loadcast-submission-1,${forecasterId}`, `area,${areaId}`, `received_at,${received}`];
  const withdrawal = withdraws === null ? [] : [`withdraws,${withdraws}`];
  return [...about, `hours,${start},${end}`, ...withdrawal, content].join('\n');
}

/** The link that stands for nothing, before the first submission of a forecaster. */
export const firstLink = (forecasterId: string): string => sha256Hex(`loadcast-chain-1,${forecasterId}\n`);

/** @throws {StoreError} `corrupt` */
export function assertSubmission(submission: SubmissionRecord): void {
  const { forecasterId, position, sha256 } = submission;
  if (sha256Hex(submissionText(submission)) !== sha256)
    throw new StoreError('corrupt', `submission ${position} of ${forecasterId} is damaged in the store`);
}
