import { describeStoredScores } from '@loadcast/core/testing';
import { describe } from 'vitest';
import { databaseAnswers, sharedPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';

/** `SCORE_WORLDS=50` is the long run. */
const HISTORIES = { worlds: Number(process.env['SCORE_WORLDS'] ?? 1), steps: 15 };

describeStoredScores('SQLite', emptySqliteStore, HISTORIES);

describe.skipIf(!(await databaseAnswers()))('with a server', () => {
  describeStoredScores('PostgreSQL', sharedPostgresStore(), HISTORIES);
});
