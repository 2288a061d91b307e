import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStoredScores } from '@loadcast/core/testing';
import { describe, onTestFinished } from 'vitest';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { databaseAnswers, sharedPostgresStore } from '../testing/test-database.js';

/** `SCORE_WORLDS=50` is the long run. */
const HISTORIES = { worlds: Number(process.env['SCORE_WORLDS'] ?? 1), steps: 15 };

describeStoredScores(
  'SQLite',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-scores-'));
    const store = await openSqliteStore({ dataDir });
    onTestFinished(async () => {
      await store.close();
      rmSync(dataDir, { recursive: true });
    });
    return store;
  },
  HISTORIES,
);

describe.skipIf(!(await databaseAnswers()))('with a server', () => {
  describeStoredScores('PostgreSQL', sharedPostgresStore(), HISTORIES);
});
