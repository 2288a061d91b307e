import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../tooling/testing/free-port.js';
import { printedOnFailure } from '../../../tooling/testing/printed-on-failure.js';

/** Whether a Redis can be started here. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedisServer && process.env['LOADCAST_REQUIRE_SERVICES'] === '1') {
  throw new Error('redis-server is needed: LOADCAST_REQUIRE_SERVICES=1 lets nothing be skipped');
}

/** A Redis of its own, which a test may stop, kill and flush. */
export class OwnRedis {
  readonly port: number;
  readonly url: string;
  readonly #dir = mkdtempSync(join(tmpdir(), 'loadcast-redis-'));
  #child: ChildProcess | undefined;
  #printed = '';

  private constructor(port: number) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    printedOnFailure(`Redis on port ${port}`, () => this.#printed);
  }

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const child = spawn('redis-server', [...options, '--dir', this.#dir], { stdio });
    child.stdout.on('data', (chunk) => (this.#printed += chunk));
    this.#child = child;
    while (this.#child.exitCode === null) {
      try {
        await this.ask((redis) => redis.ping());
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    throw new Error('redis-server did not start');
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** Ends it as a crash would; it keeps nothing on disk. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    this.#child = undefined;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Runs one command on a connection of its own. */
  async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
    redis.on('error', () => {});
    try {
      await redis.connect();
      return await command(redis);
    } finally {
      redis.disconnect();
    }
  }
}
