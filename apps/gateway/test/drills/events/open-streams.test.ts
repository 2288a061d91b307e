import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../../../../tooling/testing/child.js';
import { fillWorld, makeKeys } from '../../served-world.js';
import { ADDRESS_FILE, COLLECT_SIGNAL } from './streams-server-main.js';

const SERVER = new URL('./streams-server-main.ts', import.meta.url);
const STREAMS = 2_000;
const A_KEY = 4;
/** 20 kB a stream. */
const MOST_GROWTH_MB = 40;
/**
 * CPU of the gateway, ms, in which all streams are woken and written to: no turn of its event loop can be longer. A quiet
 * machine takes a tenth of it, in turns of 100 streams.
 */
const MOST_WAKING_MS = 1_600;

/** Counts `id: ` and `: ` lines of a stream, not their bytes: 2,000 texts would be this process's own growth. */
interface Reader {
  readonly socket: Socket;
  events: number;
  beats: number;
}

async function readStream(url: URL, key: string): Promise<Reader> {
  const socket = connect(Number(url.port), url.hostname);
  const reader: Reader = { socket, events: 0, beats: 0 };
  await new Promise<void>((resolve, reject) => {
    let head: string | undefined = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      reader.events += text.split('\nid: ').length - 1 + (text.startsWith('id: ') ? 1 : 0);
      reader.beats += /^:/m.test(text) ? 1 : 0;
      if (head === undefined) return;
      head += text;
      if (!head.includes('retry:')) return;
      if (head.startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(head.slice(0, 200)));
      head = undefined;
    });
    socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });
  return reader;
}

/** Opens as many streams of each key as it may have. */
async function openStreams(url: URL, keys: readonly string[]): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (const key of keys) {
    readers.push(...(await Promise.all(Array.from({ length: A_KEY }, () => readStream(url, key)))));
  }
  return readers;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** CPU of every thread of a process, ms: ticks of a hundredth of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Waits until a server takes next to no CPU, with its garbage collected. */
async function quiet(pid: number): Promise<void> {
  process.kill(pid, COLLECT_SIGNAL);
  for (;;) {
    const before = cpuMs(pid);
    await sleep(2_000);
    if (cpuMs(pid) - before <= 100) return;
  }
}

// docs/faults.md: fault 118
test.skipIf(process.platform !== 'linux')(
  `${STREAMS} open event streams cost a gateway less than ${MOST_GROWTH_MB} MB, and an event reaches all without a stall`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-streams-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await fillWorld(dataDir, 2);
    const names = Array.from({ length: STREAMS / A_KEY }, (_, n) => `s${n}`);
    const keys = await makeKeys(dataDir, names, { a: 'free' });
    const server = startChild(SERVER, dataDir);
    onTestFinished(() => server.kill().then(() => undefined));
    await server.started();
    const url = new URL(readFileSync(join(dataDir, ADDRESS_FILE), 'utf8'));
    await quiet(server.pid);
    const before = residentMb(server.pid);

    const readers = await openStreams(url, keys);
    onTestFinished(() => {
      for (const { socket } of readers) socket.destroy();
    });
    // Every stream has been written to once: its buffers are made.
    await expect
      .poll(() => readers.filter(({ beats }) => beats > 0).length, { timeout: 300_000, interval: 500 })
      .toBe(STREAMS);
    await quiet(server.pid);
    const growthMb = residentMb(server.pid) - before;

    const store = await openSqliteStore({ dataDir }, { role: 'control' });
    const counts = readers.map(({ events }) => events);
    const begun = cpuMs(server.pid);
    await store.eventLog.append([
      { name: 'of this drill', at: Date.now(), type: 'run.published', areaId: 'pjm', body: '{}' },
    ]);
    await store.close();
    await expect
      .poll(() => readers.filter(({ events }, n) => events > counts[n]!).length, { timeout: 300_000, interval: 50 })
      .toBe(STREAMS);
    const wakingMs = cpuMs(server.pid) - begun;
    console.info(`${STREAMS} streams: ${growthMb.toFixed(1)} MB, an event to all ${wakingMs} ms of CPU`);
    expect((await fetch(new URL('/livez', url))).status).toBe(200);
    expect(growthMb).toBeLessThan(MOST_GROWTH_MB);
    expect(wakingMs).toBeLessThan(MOST_WAKING_MS);
  },
);
