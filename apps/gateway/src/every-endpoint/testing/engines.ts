import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '../../../../../packages/service/src/wiring/store.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../../test/test-database.js';

/** Each engine with a new store for a test, and what removes it. */
export const ENGINES = [
  {
    engine: 'SQLite',
    runs: true,
    async open() {
      const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-engine-'));
      return { store: await openSqlite(dataDir, 'writer'), remove: async () => rmSync(dataDir, { recursive: true }) };
    },
  },
  {
    engine: 'PostgreSQL',
    runs: await databaseAnswers(),
    async open() {
      const url = freshDatabaseUrl();
      return { store: await openPostgres(url, 'writer'), remove: () => dropSchema(url) };
    },
  },
] as const;
