import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '@loadcast/storage/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../../../packages/service/src/wiring/store.js';
import { startGateway } from '../../../src/compose.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl, TEST_DATABASE_URL } from '../../test-database.js';

const answers = await databaseAnswers();

describe.skipIf(!answers)('a gateway that starts on a PostgreSQL that is busy', () => {
  let url: string;
  let folder: string;

  beforeEach(async () => {
    url = freshDatabaseUrl();
    folder = mkdtempSync(join(tmpdir(), 'loadcast-busy-'));
    await (await openPostgres(url, 'writer')).close();
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await dropSchema(url);
  });

  /** Keeps every question about forecasts waiting, until it is called. */
  async function holdVintages(): Promise<() => Promise<void>> {
    const schema = new URL(url).searchParams.get('schema')!;
    const store = await openPostgresStore({
      connectionString: TEST_DATABASE_URL,
      poolSize: 1,
      schema: 'gateway_holds',
    });
    const client = await store.connections.dedicated();
    await client.query('begin');
    await client.query(`lock table "${schema}".vintage in access exclusive mode`);
    return async () => {
      await client.end();
      await store.close();
    };
  }

  // docs/faults.md: fault 47
  test('waits for it, says so, and then serves', async () => {
    const release = await holdVintages();
    const lines: string[] = [];
    let isOver = false;
    const starting = startGateway({
      env: { DATABASE_URL: url, LOADCAST_DATA_DIR: folder, SOURCE: 'none', PORT: '0', ADMIN_PORT: '0' },
      logTo: { write: (line) => void lines.push(line) },
    }).finally(() => {
      isOver = true;
    });
    const waits = () =>
      lines.some((line) => line.includes('the store does not answer, or is busy: the start waits for it'));
    await expect.poll(() => waits() || isOver, { timeout: 500_000 }).toBe(true);
    await release();
    const gateway = await starting;
    expect(waits()).toBe(true);
    expect((await fetch(`${gateway.url}/v1/health`)).status).toBe(200);
    await gateway.stop();
  });
});

// docs/faults.md: fault 109
test('a signal ends a start that waits for a PostgreSQL which is away, and nothing stays open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-away-'));
  const stopping = new AbortController();
  const started = startGateway({
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/none', LOADCAST_DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0' },
    logTo: { write: (line) => line.includes('the start waits for it') && stopping.abort() },
    signal: stopping.signal,
  });
  await expect(started).rejects.toMatchObject({ code: 'unavailable' });
  rmSync(folder, { recursive: true, force: true });
});
