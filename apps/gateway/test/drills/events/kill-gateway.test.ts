import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@loadcast/client';
import { AREAS } from '@loadcast/core';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createAccount } from '../../../src/access/create-account.js';
import { issueKey } from '../../../src/access/keys/issue-key.js';
import { createWebhookAdmin } from '../../../src/events/webhooks/webhook-admin.js';
import { fillWorld } from '../../served-world.js';
import { killPrograms, startProgram } from '../../started-program.js';

const COMMAND = fileURLToPath(new URL('../../../dist/bin/loadcast.js', import.meta.url));
const EVENTS = 900;
const KILLS = 3;

afterAll(killPrograms);

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

/** A store with load, an account with a key and a webhook, and events that nobody has been sent. */
async function fill(dataDir: string, url: string): Promise<string> {
  await fillWorld(dataDir, 5);
  const store = await openSqliteStore({ dataDir });
  const control = controlSqlite(store);
  const account = (await createAccount(control, { email: 'ann@example.org', plans: { a: 'team' } }, Date.now()))!;
  const admin = createWebhookAdmin({ ledger: store.webhooks, log: store.eventLog, rules: { allowPrivate: true } });
  await admin.create(account.id, { url }, Date.now());
  await store.eventLog.append(
    Array.from({ length: EVENTS }, (_, n) => ({
      name: `made up ${n}`,
      at: Date.now(),
      type: 'run.published',
      areaId: AREAS[n % AREAS.length]!.id,
      body: '{}',
    })),
  );
  const { key } = await issueKey(control, account, {}, Date.now());
  await store.close();
  return key;
}

async function idsOfLog(dataDir: string): Promise<string[]> {
  const store = await openSqliteStore({ dataDir }, { role: 'control' });
  const events = await store.eventLog.after(0, 100_000);
  await store.close();
  return events.map(({ seq }) => `evt_${seq}`);
}

// docs/faults.md: fault 116
test(`a gateway that is killed ${KILLS} times loses no event, for a webhook and for a stream, and keeps their order`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kill-gateway-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { got, url } = await receiver();
  const key = await fill(dataDir, url);
  const settings = {
    LOADCAST_DATA_DIR: dataDir,
    SOURCE: 'none',
    WEBHOOK_PRIVATE: '1',
    FORECASTER: 'same-hour-last-week',
  };
  const first = await startProgram(['serve'], settings, COMMAND);
  const again = { ...settings, PORT: new URL(first.url).port };

  const streamed: string[] = [];
  const leaving = new AbortController();
  const client = createClient({ baseUrl: first.url, key, retries: 10_000, maxWaitSeconds: 1 });
  const reading = (async () => {
    for await (const { id } of client.events({}, { lastEventId: 'evt_0', signal: leaving.signal })) streamed.push(id);
  })();
  reading.catch(() => undefined);
  onTestFinished(() => leaving.abort());

  let gateway = first;
  for (let round = 1; round <= KILLS; round += 1) {
    const enough = (EVENTS / (KILLS + 1)) * round;
    await expect.poll(() => got.length, { timeout: 120_000, interval: 1 }).toBeGreaterThan(enough);
    await gateway.end('SIGKILL');
    gateway = await startProgram(['serve'], again, COMMAND);
  }
  let head: string | undefined;
  const hasAll = async (): Promise<boolean> => {
    head = (await idsOfLog(dataDir)).at(-1);
    return got.at(-1) === head && streamed.at(-1) === head;
  };
  await expect.poll(hasAll, { timeout: 120_000 }).toBe(true);
  leaving.abort();
  await gateway.end('SIGTERM');
  const kept = await idsOfLog(dataDir);
  const upToHead = kept.slice(0, kept.indexOf(head!) + 1);
  const sent = got.slice(0, got.lastIndexOf(head!) + 1);
  expect(upToHead.length).toBeGreaterThanOrEqual(EVENTS);
  expect(sent.filter((id, i) => id !== sent[i - 1])).toEqual(upToHead);
  expect(sent.length - upToHead.length).toBeLessThanOrEqual(KILLS);
  expect(streamed).toEqual(upToHead);
});
