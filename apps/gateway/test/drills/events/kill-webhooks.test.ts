import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS } from '@loadcast/core';
import { createWebhookAdmin } from '@loadcast/service';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { startChild } from '../../../../../tooling/testing/child.js';

const SENDER = new URL('./webhook-sender-main.ts', import.meta.url);
const EVENTS = 300;
const KILLS = 5;

// docs/faults.md: fault 116
test(`a sender that is killed ${KILLS} times loses no event, keeps their order, and sends again at most the one under way`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kill-webhooks-'));
  const got: number[] = [];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    got.push(Number(String(request.headers['webhook-id']).slice('evt_'.length)));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const store = await openSqliteStore({ dataDir });
    const admin = createWebhookAdmin({
      areas: () => CONTRACT_AREAS,
      ledger: store.webhooks,
      log: store.eventLog,
      rules: { allowPrivate: true },
    });
    await admin.create('acc_1', { url: `http://127.0.0.1:${port}/` }, Date.now());
    await store.eventLog.append(
      Array.from({ length: EVENTS }, (_, n) => ({
        name: `${n}`,
        at: Date.now(),
        type: 'run.published',
        areaId: 'pjm',
        body: '{}',
      })),
    );
    await store.close();

    for (let round = 1; round <= KILLS; round += 1) {
      const child = startChild(SENDER, dataDir);
      const enough = (EVENTS / (KILLS + 1)) * round;
      await expect.poll(() => got.length, { timeout: 500_000, interval: 1 }).toBeGreaterThan(enough);
      await child.kill();
    }
    const last = startChild(SENDER, dataDir);
    await expect.poll(() => got.at(-1), { timeout: 500_000 }).toBe(EVENTS);
    await last.kill();

    const again = got.filter((id, i) => i > 0 && id === got[i - 1]);
    expect(got.filter((id, i) => i === 0 || id !== got[i - 1])).toEqual(
      Array.from({ length: EVENTS }, (_, n) => n + 1),
    );
    expect(again.length).toBeLessThanOrEqual(KILLS);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(dataDir, { recursive: true });
  }
});
