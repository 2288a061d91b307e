import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillWorld, makeKeys } from '../../../apps/gateway/test/served-world.js';

const STREAMS = 2_000;
const A_KEY = 4;

/** Opens 2,000 streams of `/v1/events` on one gateway and prints what they cost it. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-streams-'));
  await fillWorld(dataDir, 2);
  const names = Array.from({ length: STREAMS / A_KEY }, (_, n) => `s${n}`);
  const keys = await makeKeys(dataDir, names, { a: 'free' });
  const runner = fileURLToPath(new URL('../../child/run-source.mjs', import.meta.url));
  const server = spawn(
    process.execPath,
    [runner, fileURLToPath(new URL('./event-streams-server.ts', import.meta.url)), dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = new URL(String((await once(server.stdout, 'data'))[0]).trim());
  const rssKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]);

  async function open(key: string): Promise<Socket> {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    let text = '';
    while (!text.includes('retry:')) text += String((await once(socket, 'data'))[0]);
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 200));
    return socket;
  }

  await sleep(3_000);
  const before = rssKb();
  const sockets: Socket[] = [];
  for (const key of keys) for (let n = 0; n < A_KEY; n += 1) sockets.push(await open(key));
  await sleep(2_000);
  const after = rssKb();
  const startedAt = performance.now();
  await fetch(new URL('/v1/health', url));
  const healthMs = performance.now() - startedAt;
  await sleep(25_000);
  const later = rssKb();
  console.log({
    streams: sockets.length,
    beforeMb: before / 1024,
    openMb: after / 1024,
    afterBeatMb: later / 1024,
    eachKb: (later - before) / STREAMS,
    healthMs,
  });
  for (const socket of sockets) socket.destroy();
  server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
