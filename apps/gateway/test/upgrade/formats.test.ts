import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, issueKey } from '@loadcast/accounts';
import { addDays, type ControlStore, localDay } from '@loadcast/core';
import { fillReportWorld } from '@loadcast/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../packages/storage/src/migrations/migrations.data.js';
import { startGateway } from '../../src/compose.js';
import { databaseAnswers } from '../test-database.js';
import { postgresStores } from './postgres-stores.js';
import { sqliteStores } from './sqlite-stores.js';
import type { UpgradableStores } from './upgradable-stores.js';

const PLANS = { a: 'enterprise', b: 'enterprise', c: 'enterprise' };
/** From here on stores have accounts and keys. */
const ACCOUNTS_FORMAT = 2;
const WORLD_DAYS = 5;

const ENGINES = [
  { engine: 'SQLite', makeStores: sqliteStores, answers: true },
  { engine: 'PostgreSQL', makeStores: postgresStores, answers: await databaseAnswers() },
];

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
async function answersFrom(store: Readonly<Record<string, string>>, apiKey: string): Promise<Answer[]> {
  const env = { ...store, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'silent' };
  const gateway = await startGateway({ env, logTo: { write: () => undefined } });
  try {
    return await Promise.all(
      PATHS.map(async (path) => {
        const response = await askUntilTaken(gateway.url + path, { headers: { authorization: `Bearer ${apiKey}` } });
        return { path, status: response.status, body: withoutClock(await response.text()) };
      }),
    );
  } finally {
    await gateway.stop();
  }
}

/** Repeats a request that a service with too little CPU refused, after the time it named. */
async function askUntilTaken(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) return response;
    await response.body?.cancel();
    await sleep(1_000 * Number(response.headers.get('retry-after')));
  }
}

/** A body without the instant at which it was made. */
const withoutClock = (body: string): string =>
  body.replace(/("generated_at":\s*"|<TimeDate>)[^"<]*/g, '$1').replace(/("request_id":\s*")[^"]*/g, '$1');

/** A key of a new account that may read everything. */
async function makeKey(stores: UpgradableStores, name: string): Promise<string> {
  const store = await stores.open(name);
  try {
    return await keyIn(store.control);
  } finally {
    await store.close();
  }
}

async function keyIn(control: ControlStore): Promise<string> {
  const account = await createAccount(control, { email: 'reader@example.org', plans: PLANS }, Date.now());
  return (await issueKey(control, account!, {}, Date.now())).key;
}

async function makeToday(stores: UpgradableStores): Promise<string> {
  const now = Date.now();
  const today = localDay('UTC', now);
  const store = await stores.open('today');
  await fillReportWorld(store, addDays(today, -WORLD_DAYS), today, { until: now });
  const key = await keyIn(store.control);
  await store.close();
  return key;
}

for (const { engine, makeStores, answers } of ENGINES)
  describe.skipIf(!answers)(`upgrades of ${engine}`, () => {
    let stores: UpgradableStores;
    let key: string;
    let expected: readonly Answer[];
    beforeAll(async () => {
      stores = makeStores();
      key = await makeToday(stores);
      expected = await answersFrom(stores.envOf('today'), key);
    });
    afterAll(() => stores.remove());

    test('the store of today answers everything that is asked, and holds nothing that only newer formats have a place for', async () => {
      expect(expected.map(({ path, status }) => [path, status])).toEqual(PATHS.map((path) => [path, 200]));
      const counts = await stores.countsIn('today');
      expect(counts).toMatchObject({ block_pack: 0, vintage: expect.any(Number) });
      expect(counts['vintage']).toBeGreaterThan(10);
    });

    test.each(MIGRATIONS.map(({ version, name }) => ({ version, name })))(
      'a store of format $version ($name) is opened, migrated and served with the same answers',
      async ({ version }) => {
        const older = `format_${version}`;
        await stores.makeOlder('today', older, version);
        const before = await stores.countsIn(older);
        expect(before['vintage']).toBe((await stores.countsIn('today'))['vintage']);
        const apiKey = version >= ACCOUNTS_FORMAT ? key : await makeKey(stores, older);
        expect(await answersFrom(stores.envOf(older), apiKey)).toEqual(expected);
        const after = await stores.countsIn(older);
        expect(after['vintage']).toBe(before['vintage']);
        expect(Object.keys(after)).toEqual(Object.keys(await stores.countsIn('today')));
        expect(await stores.formatOf(older)).toBe(MIGRATIONS.length);
      },
    );
  });
