import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { killPrograms, QUICK_MODEL, startProgram } from '../started-program.js';

/** CPU that a turn may take beside a hostile reply, ms, and as much again as three quiet ones. */
const MOST_TURN_MS = 50;
/** How long the turns are watched before the reply, and after it. */
const WATCHED_MS = 4_000;

const JSON_HEADERS = { 'content-type': 'application/json' };
const page = (rows: readonly string[]) => `{"response":{"total":150000,"data":[${rows}]}}`;
/** The documented shape, and nearly as large as a page may be. */
const LARGEST_PAGE = page(Array.from({ length: 150_000 }, (_, n) => `{"a":[${n},{},[]],"b":{}}`));

interface HostileReply {
  readonly name: string;
  readonly headers: Record<string, string>;
  body(): Buffer;
  /** What the log says of it. */
  readonly refusal: string;
}

const TOO_LARGE = 'the reply is larger than 4500000 bytes';
const TOO_MANY = 'a page has more than 5000 rows';

const REPLIES: readonly HostileReply[] = [
  {
    name: '30 million open brackets',
    headers: JSON_HEADERS,
    body: () => Buffer.alloc(30_000_000, '['),
    refusal: TOO_LARGE,
  },
  {
    name: '60 MB of JSON',
    headers: JSON_HEADERS,
    body: () => Buffer.from(page(new Array<string>(5_000_000).fill('{"a":{}}, {}'))),
    refusal: TOO_LARGE,
  },
  {
    name: 'the largest page, of small values, packed',
    headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' },
    body: () => gzipSync(LARGEST_PAGE),
    refusal: TOO_MANY,
  },
];

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  await killPrograms();
  for (const clean of cleanUps.splice(0)) clean();
});

// docs/faults.md: fault 124
test.skipIf(process.platform !== 'linux').each(REPLIES)(
  'an upstream that sends $name lengthens no turn of the answering thread',
  async ({ headers, body, refusal }) => {
    const bytes = body();
    const asked: ServerResponse[] = [];
    const send = (response: ServerResponse) => void response.writeHead(200, headers).end(bytes);
    let take: typeof send = (response) => void asked.push(response);
    const eia = createServer((_request, response) => take(response)).listen(0, '127.0.0.1');
    const folder = mkdtempSync(join(tmpdir(), 'loadcast-upstream-'));
    cleanUps.push(
      () => eia.closeAllConnections(),
      () => eia.close(),
      () => rmSync(folder, { recursive: true }),
    );
    await vi.waitUntil(() => eia.listening);
    const turns = join(folder, 'turns.txt');
    const { output } = await startProgram(['loadcast', 'serve'], {
      SOURCE: 'eia',
      EIA_API_KEY: 'a-key',
      OPERATOR_FEEDS: 'none',
      EIA_BASE_URL: `http://127.0.0.1:${(eia.address() as AddressInfo).port}`,
      FORECASTER: QUICK_MODEL,
      LOADCAST_DATA_DIR: folder,
      TURN_CPU_FILE: turns,
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('./turn-cpu.mjs', import.meta.url))}`,
    });
    await vi.waitUntil(() => asked.length > 0, { timeout: 60_000 });
    const longestSince = (since: number) =>
      Math.max(
        ...readFileSync(turns, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' ').map(Number))
          .map(([at = 0, ms = 0]) => (at >= since ? ms : 0)),
      );
    await sleep(WATCHED_MS); // the start is over
    const quietFrom = Date.now();
    await sleep(WATCHED_MS);
    const quietMs = longestSince(quietFrom);
    const sentAt = Date.now();
    take = send;
    asked.forEach(send);
    await vi.waitUntil(() => output().includes(refusal), { timeout: 60_000 });
    await sleep(WATCHED_MS);
    const hostileMs = longestSince(sentAt);
    expect(hostileMs).toBeLessThan(MOST_TURN_MS + 3 * quietMs);
  },
);
