import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../packages/storage/src/migrations/migrations.data.js';
import { formatVersion } from '../../../../packages/storage/src/sqlite/connection/migrate.js';
import { startGateway } from '../../src/compose.js';
import { fillWorld, makeKeys } from '../served-world.js';
import { countsIn, makeOlderStore } from './older-store.js';

const PLANS = { a: 'enterprise', b: 'enterprise', c: 'enterprise' };
/** From here on stores have accounts and keys. */
const ACCOUNTS_FORMAT = 2;

const folder = mkdtempSync(join(tmpdir(), 'loadcast-upgrade-'));
const today = join(folder, 'today');
let key: string;
let expected: readonly Answer[];

interface Answer {
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

const dayText = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const oasis = (daysAgo: number): string => `${dayText(daysAgo).replaceAll('-', '')}T08:00-0000`;
/** Later than all that the store holds as known, so that nothing that the answers show depends on when they are asked. */
const asOf = new Date(Date.now() - 60_000).toISOString();

const PATHS: readonly string[] = [
  `/v1/demand/forecast?region=PJM&horizon=7d&as_of=${asOf}`,
  `/v1/demand/forecast?region=CAISO&gate=dam&start=${dayText(2)}&end=${dayText(2)}&format=csv`,
  `/v1/demand/history?region=ERCOT&start=${dayText(3)}&end=${dayText(2)}`,
  `/v1/demand/compare?region=MISO&start=${dayText(3)}&end=${dayText(2)}&format=csv`,
  `/v1/demand/scores?region=all&start=${dayText(3)}&end=${dayText(2)}&as_of=${asOf}&format=csv`,
  `/v1/demand/runs?region=PJM&start=${dayText(4)}&end=${dayText(1)}&format=csv`,
  `/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&startdatetime=${oasis(2)}&enddatetime=${oasis(1)}&resultformat=7`,
  `/oasis?queryname=SLD_ACTUAL&tac_area_name=CISO&startdatetime=${oasis(3)}&enddatetime=${oasis(2)}&resultformat=5`,
  `/forecast/v1/demand?tac_area=PGE&startdatetime=${oasis(2)}&enddatetime=${oasis(1)}`,
  `/forecast/v1/historical?tac_area=SCE&date=${dayText(3)}`,
];

/** What a gateway of today answers from a store. */
async function answersFrom(dataDir: string, apiKey: string): Promise<Answer[]> {
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'silent' };
  const gateway = await startGateway({ env, logTo: { write: () => undefined } });
  try {
    return await Promise.all(
      PATHS.map(async (path) => {
        const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${apiKey}` } });
        return { path, status: response.status, body: withoutClock(await response.text()) };
      }),
    );
  } finally {
    await gateway.stop();
  }
}

/** A body without the instant at which it was made. */
const withoutClock = (body: string): string =>
  body.replace(/("generated_at":\s*"|<TimeDate>)[^"<]*/g, '$1').replace(/("request_id":\s*")[^"]*/g, '$1');

beforeAll(async () => {
  await fillWorld(today, 5);
  [key = ''] = await makeKeys(today, ['reader'], PLANS);
  expected = await answersFrom(today, key);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the store of today answers everything that is asked, and holds nothing that only newer formats have a place for', () => {
  expect(expected.map(({ path, status }) => [path, status])).toEqual(PATHS.map((path) => [path, 200]));
  expect(countsIn(today)).toMatchObject({ block_pack: 0, vintage: expect.any(Number) });
  expect(countsIn(today)['vintage']).toBeGreaterThan(10);
});

describe.each(MIGRATIONS.map(({ version, name }) => ({ version, name })))(
  'a store of format $version ($name)',
  ({ version }) => {
    const older = join(folder, `format-${version}`);

    test('is opened, migrated and served with the same answers', async () => {
      makeOlderStore(today, older, version);
      const before = countsIn(older);
      const hasAccounts = version >= ACCOUNTS_FORMAT;
      const apiKey = hasAccounts ? key : (await makeKeys(older, ['reader'], PLANS))[0]!;
      expect(await answersFrom(older, apiKey)).toEqual(expected);
      const after = countsIn(older);
      expect(after['vintage']).toBe(before['vintage']);
      expect(Object.keys(after)).toEqual(Object.keys(countsIn(today)));
      const database = new DatabaseSync(join(older, 'loadcast.db'), { readOnly: true });
      expect(formatVersion(database)).toBe(MIGRATIONS.length);
      database.close();
    });
  },
);
