import { type ForecasterReader, linkText, type Submitted } from '@loadcast/core/insight';
import { parseEpochMs } from '@loadcast/core/time';
import { runStatement, type SqlDatabase, type SqlTransaction } from '../accounts/sql-database.js';
import { type RecordOf, strictInsertion, tableOf, toRecord } from '../codec/record-table.js';
import type { SqlValue } from '../store-contents.js';
import { sha256Hex } from './run-links.js';
import {
  firstLink,
  HEADER_TABLE,
  type NewSubmission,
  SUBMISSION_TABLE,
  type SubmissionHeader,
  type SubmissionRecord,
  submissionText,
} from './submissions/submission-record.js';
import { planted, type SubmissionTree, submissionTree } from './submissions/submission-tree.js';

export const FORECASTER_TABLE = tableOf({
  table: 'forecaster',
  columns: {
    id: 'text',
    /** Epoch ms. A change is another record, and no record is replaced. */
    known_at: 'integer',
    account_id: 'text',
    name: 'text',
    /** Ids of the areas it forecasts, comma separated. */
    areas: 'text',
    /** Market runs whose gates it hands in for, comma separated. */
    gates: 'text',
    /** 1: its scores are for everyone; 0: its account alone sees it. */
    is_public: 'integer',
    /** From when on it hands in nothing more, epoch ms; null: it is active. */
    retired_at: 'integer?',
    /** The experts that the service blends for it, names or ids, comma separated; null: its account submits. */
    blends: 'text?',
  },
  key: ['id', 'known_at'],
});

/** Somebody who hands in forecasts, as known from an instant on. */
export type ForecasterRecord = RecordOf<typeof FORECASTER_TABLE>;

/** Forecasters and all that they handed in. Nothing is altered or deleted. */
export interface ForecasterLedger extends ForecasterReader, SubmissionTree {
  /** Keeps a forecaster as it is from `knownAt` on. @throws where one with the same id and instant is there */
  keep(forecaster: ForecasterRecord): Promise<void>;
  /** Forecasters of an account as they are now, oldest first; of all accounts when it is omitted. */
  list(accountId?: string): Promise<ForecasterRecord[]>;
  /**
   * Keeps a submission at the next place of the forecaster's chain.
   *
   * @param now called when it takes its place, in the transaction that keeps it
   * @returns the submission; the earlier one where the forecaster used the same `requestKey` before
   */
  submit(submission: NewSubmission, now: () => number): Promise<SubmissionRecord>;
  /** The submission that was kept for a `requestKey` of a forecaster. */
  repeated(forecasterId: string, requestKey: string): Promise<SubmissionRecord | undefined>;
  countChanges(forecasterId: string): Promise<number>;
  /** How many submissions of a forecaster arrived after an instant. */
  countSince(forecasterId: string, instant: number): Promise<number>;
  /** What all forecasters handed in from an instant on, in order of arrival. */
  receivedSince(instant: number): Promise<SubmissionHeader[]>;
  /** Runs of all forecasters whose last hour ended in `(start, end]` and that were not withdrawn, in the order of that. */
  endedIn(window: { readonly start: number; readonly end: number }): Promise<SubmissionHeader[]>;
  /** The newest submissions of a forecaster, newest first. */
  submissions(forecasterId: string, most: number): Promise<SubmissionRecord[]>;
  /** The submission at a position; undefined: there is none. */
  submission(forecasterId: string, position: number): Promise<SubmissionRecord | undefined>;
}

/** A submission in its place after another. @param last undefined: it is the first */
function sealed(submission: NewSubmission, last: SubmissionRecord | undefined, now: number) {
  const dated = { ...submission, receivedAt: Math.max(now, last?.receivedAt ?? now) };
  const sha256 = sha256Hex(submissionText(dated));
  const link = sha256Hex(linkText(last?.link ?? firstLink(submission.forecasterId), sha256));
  return { ...dated, position: (last?.position ?? 0) + 1, sha256, link };
}

/** The hours of a run; none of a withdrawal. */
const hoursOf = ({ content }: SubmissionRecord): Submitted['hours'] =>
  content.split('\n').flatMap((line) => {
    const [start, ...values] = line.split(',');
    if (!start || start === 'weights') return [];
    const [valueMw, p10Mw, p90Mw] = values.map((value) => (value === '' ? Number.NaN : Number(value)));
    return [{ start: parseEpochMs(start), valueMw: valueMw!, p10Mw: p10Mw!, p90Mw: p90Mw! }];
  });

/** The weights of a blend; undefined of other submissions. */
const weightsOf = ({ content }: SubmissionRecord): string | undefined =>
  Array.from(content.matchAll(/^weights,(.*)$/gm), ([, weights]) => weights).join('; ') || undefined;

type ForecasterRows = Pick<ForecasterLedger, 'keep' | 'list' | 'find' | 'listPublic' | 'countChanges'>;

const forecasterRows = (database: SqlDatabase): ForecasterRows => ({
  keep: async (row) => void (await runStatement(database, strictInsertion(FORECASTER_TABLE, [row]))),
  async list(accountId) {
    const [where, values] = accountId === undefined ? ['', []] : ['where account_id = ?', [accountId]];
    const rows = await database.query<object>(`select * from forecaster ${where} order by known_at, id`, values);
    return [...new Map(rows.map((row) => toRecord(FORECASTER_TABLE, row)).map((one) => [one.id, one])).values()];
  },
  async find(id, asOf) {
    const sql = 'select * from forecaster where id = ? and known_at <= ? order by known_at desc limit 1';
    return (await database.query<object>(sql, [id, asOf])).map((row) => toRecord(FORECASTER_TABLE, row))[0];
  },
  async listPublic({ areaId, asOf, since, most }) {
    const rows = await database.query<object>(
      `select * from forecaster as one where is_public = 1 and known_at <= ? and (retired_at is null or retired_at >= ?)
       and ',' || areas || ',' like ? and not exists (select 1 from forecaster where id = one.id and known_at <= ?
       and known_at > one.known_at) order by known_at, id limit ${Math.floor(most)}`,
      [asOf, since, `%,${areaId},%`, asOf],
    );
    return rows.map((row) => toRecord(FORECASTER_TABLE, row));
  },
  async countChanges(id) {
    const sql = 'select count(*) - 1 as count from forecaster where id = ?';
    return (await database.query<{ count: number }>(sql, [id]))[0]!.count;
  },
});

function submissionHeaders(database: SqlDatabase): Pick<ForecasterLedger, 'receivedSince' | 'endedIn'> {
  const readHeaders = async (where: string, values: readonly SqlValue[]) => {
    const columns = Object.keys(HEADER_TABLE.columns).join();
    const rows = await database.query<object>(`select ${columns} from submission as one where ${where}`, values);
    return rows.map((row) => toRecord(HEADER_TABLE, row));
  };
  return {
    receivedSince: (instant) =>
      readHeaders('received_at >= ? order by received_at, forecaster_id, position', [instant]),
    endedIn({ start, end }) {
      const withdrawal =
        'select 1 from submission where forecaster_id = one.forecaster_id and withdraws = one.position';
      const rest = `end_at > ? and end_at <= ? and withdraws is null and not exists (${withdrawal})`;
      return readHeaders(`${rest} order by end_at, forecaster_id, position`, [start, end]);
    },
  };
}

/** Forecasters in the tables of a store, the same on every engine. */
export function forecasterLedger(database: SqlDatabase): ForecasterLedger {
  const read = async (rest: string, values: readonly SqlValue[], db: SqlTransaction = database) => {
    const rows = await db.query<object>(`select * from submission where forecaster_id = ? ${rest}`, values);
    return rows.map((row) => toRecord(SUBMISSION_TABLE, row));
  };
  const newest = async (id: string, db?: SqlTransaction) => (await read('order by position desc limit 1', [id], db))[0];
  const repeated = async (id: string, requestKey: string) => (await read('and request_key = ?', [id, requestKey]))[0];

  async function submit(submission: NewSubmission, now: () => number): Promise<SubmissionRecord> {
    const { forecasterId, requestKey } = submission;
    const before = requestKey === null ? undefined : await repeated(forecasterId, requestKey);
    if (before) return before;
    const tree = submissionTree(database);
    let [last, size] = [await newest(forecasterId), await tree.treeSize()];
    try {
      return await database.transaction(async (db) => {
        const { treeSize, treeNodes } = submissionTree(db);
        [last, size] = [await newest(forecasterId, db), await treeSize()];
        const made = await planted(sealed(submission, last, now()), size, treeNodes);
        await runStatement(db, strictInsertion(SUBMISSION_TABLE, [made]));
        return made;
      });
    } catch (error) {
      // Another process took the place, or kept the same request between the two reads.
      const isKept = requestKey !== null && (await repeated(forecasterId, requestKey)) !== undefined;
      const isTaken = (await tree.treeSize()) > size || (await newest(forecasterId))?.position !== last?.position;
      if (!isKept && !isTaken) throw error;
      return submit(submission, now);
    }
  }

  return {
    ...forecasterRows(database),
    ...submissionTree(database),
    ...submissionHeaders(database),
    async known({ forecasterId, areaId, window: { start, end }, asOf, before, most }) {
      const inWindow = 'and area_id = ? and start_at < ? and end_at > ? and received_at <= ? and position < ?';
      const rows = await read(`${inWindow} order by position desc limit ${Math.floor(most)}`, [
        ...[forecasterId, areaId, end, start, asOf, before],
      ]);
      return rows.map((row) => ({ ...row, hours: hoursOf(row) }));
    },
    async received({ forecasterId, areaId, window: { start, end }, asOf, before, most }) {
      const rows = await read(
        `and area_id = ? and received_at >= ? and received_at < ? and received_at <= ? and position < ?
         order by position desc limit ${Math.floor(most)}`,
        [forecasterId, areaId, start, end, asOf, before],
      );
      return rows.map((row) => ({ ...row, weights: weightsOf(row) }));
    },
    submit,
    repeated,
    async countSince(id, instant) {
      const sql = 'select count(*) as count from submission where forecaster_id = ? and received_at > ?';
      return (await database.query<{ count: number }>(sql, [id, instant]))[0]!.count;
    },
    submissions: (id, most) => read(`order by position desc limit ${Math.floor(most)}`, [id]),
    submission: async (id, position) => (await read('and position = ?', [id, position]))[0],
  };
}
