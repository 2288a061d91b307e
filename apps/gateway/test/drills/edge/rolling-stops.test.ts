import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../../../tooling/child/free-port.js';
import { fillWorld, makeKeys } from '../../served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../../started-program.js';
import { readNormally } from './hostile/normal-reads.js';
import { hasProxy, PROXIES, startProxy } from './proxies.js';

const STOPS = Number(process.env['LOADCAST_STOPS'] ?? 10);
const READS_PER_SECOND = Number(process.env['LOADCAST_STOPS_RATE'] ?? 500);
/** Twice the default: the proxy finds out by two checks, which take longer where there is too little CPU for all. */
const DRAIN_SECONDS = '10';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'loadcast-stops-'));
const ports: [number, number] = [0, 0];
const adminPorts: [number, number] = [0, 0];
const gateways: StartedProgram[] = [];
let readerKeys: string[];

beforeAll(async () => {
  await fillWorld(join(folder, '0'), 5);
  readerKeys = await makeKeys(join(folder, '0'), ['r0', 'r1', 'r2', 'r3'], { a: 'enterprise' });
  cpSync(join(folder, '0'), join(folder, '1'), { recursive: true });
  for (const n of [0, 1]) {
    ports[n] = await freePort();
    adminPorts[n] = await freePort();
    gateways[n] = await startGateway(n);
  }
});

afterAll(async () => {
  await killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

function startGateway(n: number): Promise<StartedProgram> {
  return startProgram(['loadcast', 'serve'], {
    LOADCAST_DATA_DIR: join(folder, String(n)),
    PORT: String(ports[n]),
    ADMIN_PORT: String(adminPorts[n]),
    SOURCE: 'none',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_DELAY: DRAIN_SECONDS,
    LOG_LEVEL: 'warn',
  });
}

/** Resolves once the proxy sends callers to a gateway: it must not lose the other before. */
async function inService(n: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${adminPorts[n]}/metrics`)).text();
      expect(metrics).toMatch(/^loadcast_requests_total\{surface="\/v1",status="200"\} \d{2,}$/m);
    },
    { timeout: 120_000, interval: 250 },
  );
}

describe.each(PROXIES)('behind $name', (kind) => {
  // docs/faults.md: fault 99
  test.skipIf(!hasProxy(kind.name))(
    `${STOPS} stops under ${READS_PER_SECOND} requests a second lose none`,
    async () => {
      const [port, statsPort] = [await freePort(), await freePort()];
      const proxy = await startProxy(kind, { dir: join(folder, kind.name), port, statsPort, gateways: ports });
      let isOver = false;
      const reading = readNormally({ url: proxy.url, readerKeys, readsPerSecond: READS_PER_SECOND }, () => isOver);
      const statuses: (number | null)[] = [];
      try {
        await Promise.all([inService(0), inService(1)]);
        for (let stop = 0; stop < STOPS; stop++) {
          const n = stop % 2;
          await proxy.usesAll();
          statuses.push((await gateways[n]!.end('SIGTERM')).status);
          gateways[n] = await startGateway(n);
          await Promise.all([inService(0), inService(1)]);
        }
      } finally {
        isOver = true;
      }
      const reads = await reading;
      await proxy.stop();
      console.log(`${STOPS} stops behind ${kind.name}, load ${loadavg()[0]?.toFixed(1)}`, reads);
      expect(reads.outcomes).toEqual({ 200: expect.any(Number) });
      expect(statuses).toEqual(statuses.map(() => 0));
    },
  );
});
