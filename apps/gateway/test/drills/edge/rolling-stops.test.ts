import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { fillWorld, makeKeys } from '../../served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../../started-program.js';
import { readNormally } from './hostile/normal-reads.js';
import { hasProxy, PROXIES, startProxy } from './proxies.js';

/** Each gateway twice; every stop waits for `DRAIN_SECONDS`. The long run: `LOADCAST_STOPS=10`. */
const STOPS = Number(process.env['LOADCAST_STOPS'] ?? 4);
const READS_PER_SECOND = Number(process.env['LOADCAST_STOPS_RATE'] ?? 250);
/** Twice the default: the proxy finds out by two checks, which take longer where there is too little CPU for all. */
const DRAIN_SECONDS = '10';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'loadcast-stops-'));
let readerKeys: string[];

beforeAll(async () => {
  await fillWorld(join(folder, 'filled'), 5);
  readerKeys = await makeKeys(join(folder, 'filled'), ['r0', 'r1', 'r2', 'r3'], { a: 'enterprise' });
});

afterAll(async () => {
  await killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

/** A gateway on the same ports and the same store over all its starts. */
class Gateway {
  readonly port: number;
  readonly #dataDir: string;
  readonly #adminPort: number;
  #program: StartedProgram | undefined;

  private constructor(dataDir: string, port: number, adminPort: number) {
    this.#dataDir = dataDir;
    this.port = port;
    this.#adminPort = adminPort;
  }

  static async start(dataDir: string): Promise<Gateway> {
    cpSync(join(folder, 'filled'), dataDir, { recursive: true });
    const gateway = new Gateway(dataDir, await freePort(), await freePort());
    await gateway.start();
    return gateway;
  }

  async start(): Promise<void> {
    this.#program = await startProgram(['loadcast', 'serve'], {
      LOADCAST_DATA_DIR: this.#dataDir,
      PORT: String(this.port),
      ADMIN_PORT: String(this.#adminPort),
      SOURCE: 'none',
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_DELAY: DRAIN_SECONDS,
      LOG_LEVEL: 'warn',
    });
  }

  /** @returns the exit status after SIGTERM */
  async stop(): Promise<number | null> {
    return (await this.#program!.end('SIGTERM')).status;
  }

  /** Resolves once the proxy sends callers to it: the proxy must not lose the other before. */
  async inService(): Promise<void> {
    await vi.waitFor(
      async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${this.#adminPort}/metrics`)).text();
        expect(metrics).toMatch(/^loadcast_requests_total\{surface="\/v1",status="200"\} \d{2,}$/m);
      },
      { timeout: 120_000, interval: 250 },
    );
  }
}

// Both at the same time, each with gateways of its own: a drill mostly waits until gateways have drained.
describe.concurrent.each(PROXIES)('behind $name', (kind) => {
  // docs/faults.md: fault 99
  test.skipIf(!hasProxy(kind.name))(
    `${STOPS} stops under ${READS_PER_SECOND} requests a second lose none`,
    async ({ expect }) => {
      const dir = join(folder, kind.name);
      const gateways = [await Gateway.start(join(dir, '0')), await Gateway.start(join(dir, '1'))];
      const inService = () => Promise.all(gateways.map((gateway) => gateway.inService()));
      const [port, statsPort] = [await freePort(), await freePort()];
      const proxy = await startProxy(kind, { dir, port, statsPort, gateways: gateways.map((each) => each.port) });
      let isOver = false;
      const reading = readNormally({ url: proxy.url, readerKeys, readsPerSecond: READS_PER_SECOND }, () => isOver);
      const statuses: (number | null)[] = [];
      try {
        await inService();
        for (let stop = 0; stop < STOPS; stop++) {
          const gateway = gateways[stop % 2]!;
          await proxy.usesAll();
          statuses.push(await gateway.stop());
          await gateway.start();
          await inService();
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
