import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, issueKey } from '@loadcast/accounts';
import { createClient } from '@loadcast/client';
import { AREAS, addDays, CONTRACT_AREAS, localDay } from '@loadcast/core';
import { fillReportWorld } from '@loadcast/core/testing';
import { createWebhookAdmin } from '@loadcast/service';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { FORECASTER } from '../../../../../packages/service/src/wiring/leadership.js';
import { openPostgres, openSqlite, type Store } from '../../../../../packages/service/src/wiring/store.js';
import { killPrograms, type StartedProgram, startProgram } from '../../started-program.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../test-database.js';

/** More than a page of the log. A webhook gets ten a second, so each kill meets one that has more to get. */
const EVENTS = 240;
const KILLS = 3;
const hasDatabase = await databaseAnswers();

afterAll(killPrograms);

/** A store that gateways are killed over: how it is opened here, and how they find it. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  open(role: 'writer' | 'control'): Promise<Store>;
}

function embedded(dataDir: string): Place {
  return { env: {}, open: (role) => openSqlite(dataDir, role) };
}

function shared(): Place {
  const url = freshDatabaseUrl();
  onTestFinished(() => dropSchema(url));
  return { env: { DATABASE_URL: url }, open: (role) => openPostgres(url, role) };
}

/** A server that notes the id of each event that it takes. */
async function receiver() {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    got.push(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Load, an account with a webhook, and undelivered events. @returns a key of the account */
async function fill(place: Place, url: string): Promise<string> {
  const store = await place.open('writer');
  const { control, eventLog, webhooks } = store;
  const now = Date.now();
  const today = localDay('UTC', now);
  await fillReportWorld(store, addDays(today, -5), today, { until: now });
  const account = (await createAccount(control, { email: 'ann@example.org', plans: { a: 'team' } }, now))!;
  const admin = createWebhookAdmin({
    areas: () => CONTRACT_AREAS,
    ledger: webhooks,
    log: eventLog,
    rules: { allowPrivate: true },
  });
  await admin.create(account.id, { url }, now);
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    name: `made up ${n}`,
    at: now,
    type: 'run.published',
    areaId: AREAS[n % AREAS.length]!.id,
    body: '{}',
  }));
  await store.withLeadership(FORECASTER, () => eventLog.append(events));
  const { key } = await issueKey(control, account, {}, now);
  await store.close();
  return key;
}

/** What a stream of a gateway gives, as it comes, over the ends of the gateway. */
function follow(baseUrl: string, key: string): readonly string[] {
  const streamed: string[] = [];
  const leaving = new AbortController();
  const client = createClient({ baseUrl, key, retries: 10_000, maxWaitSeconds: 1 });
  const reading = (async () => {
    for await (const { id } of client.events({}, { lastEventId: 'evt_0', signal: leaving.signal })) streamed.push(id);
  })();
  reading.catch(() => undefined);
  onTestFinished(() => leaving.abort());
  return streamed;
}

// docs/faults.md: fault 116
test.for([
  { name: 'one gateway on an embedded store', place: embedded, gateways: 1, isSkipped: false },
  { name: 'two gateways on one PostgreSQL', place: shared, gateways: 2, isSkipped: !hasDatabase },
])(
  `$name, of which one is killed ${KILLS} times: no event is lost for a webhook or a stream, and their order is kept`,
  async ({ place, gateways, isSkipped }, { skip }) => {
    skip(isSkipped, 'no PostgreSQL');
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kill-gateway-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { got, url } = await receiver();
    const store = place(dataDir);
    const key = await fill(store, url);
    const model = { FORECASTER: 'same-hour-last-week', SOURCE: 'none' };
    const settingsOf = (n: number) => ({
      ...model,
      WEBHOOK_PRIVATE: '1',
      LOADCAST_DATA_DIR: n === 0 ? dataDir : join(dataDir, `gateway-${n}`),
      ...store.env,
    });
    const running: StartedProgram[] = [];
    for (let n = 0; n < gateways; n += 1) running.push(await startProgram(['loadcast', 'serve'], settingsOf(n)));
    const streams = running.map((gateway) => follow(gateway.url, key));

    for (let round = 1; round <= KILLS; round += 1) {
      const enough = (EVENTS / (KILLS + 1)) * round;
      await expect.poll(() => got.length, { timeout: 500_000, interval: 1 }).toBeGreaterThan(enough);
      // The one that leads: it was the first to start, or has taken over from the one that was killed before.
      const killed = (round - 1) % gateways;
      const { port } = new URL(running[killed]!.url);
      await running[killed]!.end('SIGKILL');
      running[killed] = await startProgram(['loadcast', 'serve'], { ...settingsOf(killed), PORT: port });
    }

    const reader = await store.open('control');
    const idsOfLog = async () => (await reader.eventLog.after(0, 100_000)).map(({ seq }) => `evt_${seq}`);
    let head: string | undefined;
    const hasAll = async (): Promise<boolean> => {
      head = (await idsOfLog()).at(-1);
      return [got, ...streams].every((ids) => ids.at(-1) === head);
    };
    await expect.poll(hasAll, { timeout: 500_000 }).toBe(true);
    for (const gateway of running) await gateway.end('SIGTERM');
    const kept = await idsOfLog();
    await reader.close();
    const upToHead = kept.slice(0, kept.indexOf(head!) + 1);
    const sent = got.slice(0, got.lastIndexOf(head!) + 1);
    expect(upToHead.length).toBeGreaterThanOrEqual(EVENTS);
    expect(sent.filter((id, i) => id !== sent[i - 1])).toEqual(upToHead);
    expect(sent.length - upToHead.length).toBeLessThanOrEqual(KILLS);
    for (const streamed of streams) expect(streamed.slice(0, upToHead.length)).toEqual(upToHead);
  },
);
