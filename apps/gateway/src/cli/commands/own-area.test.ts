import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openAccountServer } from '../../../../../packages/accounts/src/account/testing/account-server.js';
import { createAreaAdmin } from '../../../../../packages/accounts/src/own-areas/area-admin.js';
import { openAreaBook } from '../../../../../packages/service/src/wiring/areas.js';
import { runCli } from '../testing/run-cli.js';
import { areaCommands } from './areas.js';

const START = Date.UTC(2026, 9, 1);

/** A service with an account that may have areas, its key, and the command line beside it. */
async function opened() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-own-area-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const book = await openAreaBook(store.areaLedger);
  const ownAreas = createAreaAdmin({ ...store, ...book }, () => server.now);
  const server = await openAccountServer({ store: store.control, ownAreas });
  const cookie = await server.signedIn();
  const { id } = (await store.control.accountByEmail('ann@example.org'))!;
  await store.control.setPlans(id, { a: 'team', b: null, c: null }, {});
  const { data } = await server.ask('POST', '/keys', { cookie, body: {} });
  const opensNoStore = () => expect.unreachable('the command opens no store');
  const run = (line: string, { url = server.url, key = data.key, asOption = '' } = {}) =>
    runCli(areaCommands(opensNoStore), [...line.split(' '), '--url', url, ...(asOption ? ['--key', asOption] : [])], {
      env: key ? { LOADCAST_KEY: key } : {},
    });
  const file = (hours: number) => {
    const path = join(dataDir, 'meter');
    const rows = Array.from({ length: hours }, (_, hour) => [
      ...[new Date(START + hour * HOUR_MS).toISOString(), String(5 + (hour % 24))],
    ]);
    writeFileSync(path, ['time,MW', ...rows].join('\n'));
    return path;
  };
  return {
    run,
    file,
    key: data.key as string,
    areas: async () => (await server.ask('GET', '/areas', { cookie })).data,
  };
}

test('a file of load becomes an area of the account, and a newer file adds to it', async () => {
  const { run, file, key, areas } = await opened();
  const command = (hours: number) => `areas add plant-7 --from ${file(hours)} --timezone UTC --holidays canada`;
  const first = await run(command(20 * 24));
  expect([first.status, first.out]).toEqual([
    0,
    [
      'PLANT-7: 480 new hours, 0 restated; load from 2026-10-01T00:00:00Z to 2026-10-21T00:00:00Z',
      expect.stringMatching(/ at http:\/\/127\.0\.0\.1:\d+\/r\/PLANT-7$/),
    ],
  ]);
  expect(first.err.join()).toMatch(/^no forecast yet: 20 of 30 days/);
  const second = await run(command(40 * 24), { key: 'lc_live_wrong', asOption: key });
  expect(second).toMatchObject({
    status: 0,
    err: [],
    out: [expect.stringContaining('480 new hours, 0 restated'), expect.any(String)],
  });
  expect(await areas()).toMatchObject([{ code: 'PLANT-7', timezone: 'UTC', holidays: 'canada', hours: 960 }]);
});

test.each([
  { name: 'without a key', key: '', says: 'LOADCAST_KEY is not set' },
  { name: 'with a wrong key', key: 'lc_live_wrong', says: 'key' },
  { name: 'with a wrong key as option', asOption: 'lc_live_wrong', says: 'key' },
  { name: 'without a clock', line: 'x1', says: '--timezone ZONE is missing' },
  { name: 'with two codes', line: 'x1 x2', says: 'one CODE is needed' },
  { name: 'with a code of the contract', line: 'pjm --timezone UTC', says: 'code: a code that no area has yet' },
  { name: 'with a clock that is none', line: 'x1 --timezone Mars', says: 'timezone: ' },
  { name: 'with a unit that the file contradicts', line: 'x1 --timezone UTC --unit kW', says: "'MW' is in MW" },
  { name: 'where nothing answers', url: 'http://127.0.0.1:1', says: "start it with 'loadcast serve'" },
])('$name nothing is kept, and the command says why', async ({ line = 'x1 --timezone UTC', says, ...io }) => {
  const { run, file, areas } = await opened();
  const { status, err } = await run(`areas add ${line} --from ${file(48)}`, io);
  expect(status).not.toBe(0);
  expect(err.join('\n')).toContain(says);
  expect(await areas()).toEqual([]);
});

test('an answer that is not of the service is named by its status', async () => {
  const server = createServer((_, response) => void response.writeHead(502).end('<html>')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const { run, file } = await opened();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await run(`areas add x1 --timezone UTC --from ${file(48)}`, { url })).err.join()).toContain('HTTP 502');
});
