import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addMonths } from './postgres/run-months.js';
import { VINTAGE_QUERIES as POSTGRES_QUERIES } from './postgres/vintages-postgres.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import { VINTAGE_QUERIES as SQLITE_QUERIES } from './sqlite/vintages-sqlite.js';
import { databaseAnswers, sharedPostgresStore } from './testing/test-database.js';

/*
 * The rows that reads of runs look at, by the engines' query plans in a store with a year of hourly runs: rows of the
 * answer, no earlier ones. A read whose plan has another range grows with the store.
 */
const RUNS = 8_760;
const AT = Date.UTC(2026, 5, 1);
/** A window of three hours in the middle. */
const WINDOW = [AT + 4_000 * HOUR_MS, AT + 4_003 * HOUR_MS] as const;
const VALUES = {
  newest: ['pjm', WINDOW[0]],
  issued: ['pjm', WINDOW[0]],
  headers: ['pjm', ...WINDOW],
  count: ['pjm', WINDOW[0]],
} as const;
type Read = keyof typeof VALUES;

const RUN = `'pjm', ${AT} + n * ${HOUR_MS}, ${AT} + n * ${HOUR_MS} + 2000, ${AT}, 'm', '1', ${AT}, 0, null, 0`;
const COLUMNS =
  'area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc, left_out, crc, payload';

async function sqliteWithRuns() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-reads-'));
  const { database, close } = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  database.exec(
    `with recursive run (n) as (select 0 union all select n + 1 from run where n < ${RUNS - 1})
     insert into vintage (${COLUMNS}) select ${RUN}, x'00' from run`,
  );
  return database;
}

describe('SQLite', () => {
  const HEADER = 'USING COVERING INDEX vintage_header';
  const PLANS: Record<Read, readonly string[]> = {
    newest: [`SEARCH vintage ${HEADER} (area_id=? AND issued_at<?)`],
    issued: ['SEARCH vintage USING INDEX vintage_header (area_id=? AND issued_at=?)'],
    headers: [
      `SEARCH vintage ${HEADER} (area_id=? AND issued_at=?)`,
      'LIST SUBQUERY 1',
      'SEARCH vintage USING COVERING INDEX vintage_available (area_id=? AND available_at>? AND available_at<?)',
    ],
    count: [
      'SEARCH vintage USING COVERING INDEX vintage_available (area_id=? AND available_at>?)',
      'SCALAR SUBQUERY 1',
      'SEARCH area USING PRIMARY KEY (area_id=?)',
    ],
  };

  test.each(Object.keys(PLANS) as Read[])('%s reads by a range of an index', async (read) => {
    const database = await sqliteWithRuns();
    const plan = (): string[] =>
      database
        .prepare(`explain query plan ${SQLITE_QUERIES[read]}`)
        .all(...VALUES[read])
        .map(({ detail }: { detail: string }) => detail);
    expect(plan()).toEqual(PLANS[read]);
    database.exec('analyze');
    expect(plan(), 'with statistics').toEqual(PLANS[read]);
  });

  test('the window holds the runs that became available in it', async () => {
    const rows = (await sqliteWithRuns()).prepare(SQLITE_QUERIES.headers).all(...VALUES.headers);
    expect(rows.map(({ available_at }: { available_at: number }) => available_at)).toEqual(
      [0, 1, 2].map((hours) => WINDOW[0] + hours * HOUR_MS + 2_000),
    );
  });
});

interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const leavesOf = (node: PlanNode): PlanNode[] => (node.Plans ? node.Plans.flatMap(leavesOf) : [node]);

describe.skipIf(!(await databaseAnswers()))('PostgreSQL', () => {
  const emptied = sharedPostgresStore();
  const [BY_ISSUE, BY_TIME] = [/_area_id_issued_at_key$/, /_area_id_available_at_issued_at_idx$/];
  /**
   * The index of every month, how many rows are scanned, including rows that are left out, and how many of the twelve months
   * the plan has. A count scans each row that it counts.
   */
  const READS = {
    newest: { index: BY_ISSUE, rows: 2, months: 2, bound: [WINDOW[0] - 40 * DAY_MS] },
    issued: { index: BY_ISSUE, rows: 1, months: 1, bound: [] },
    headers: { index: BY_TIME, rows: 3, months: 6, bound: [] },
  };

  test.each(Object.keys(READS) as (keyof typeof READS)[])('%s reads by a range of an index', async (read) => {
    const { connections } = await emptied();
    await addMonths(
      connections,
      Array.from({ length: 12 }, (_, month) => Date.UTC(2026, 5 + month)),
    );
    await connections.query(
      `insert into vintage (${COLUMNS}) select ${RUN}, '\\x00'::bytea from generate_series(0, ${RUNS - 1}::bigint) as n`,
    );
    await connections.query('analyze vintage');
    const [row] = await connections.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${POSTGRES_QUERIES[read]}`,
      [...VALUES[read], ...READS[read].bound],
    );
    const leaves = leavesOf(row!['QUERY PLAN'][0]!.Plan);
    expect(leaves.map((node) => node['Index Name'])).toEqual(
      Array.from({ length: READS[read].months }, () => expect.stringMatching(READS[read].index)),
    );
    const looked = leaves.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(looked.reduce((sum, rows) => sum + rows)).toBe(READS[read].rows);
  });
});
