import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { printedOnFailure } from './printed-on-failure.js';

const BIN = ['17', '16', '15', '14']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;
const userId = (flag: '-u' | '-g') => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());

/** Whether a PostgreSQL can be started here. As root, the server runs as `postgres`: it refuses to run as root. */
export const hasPostgresServer = BIN !== undefined && (!isRoot || spawnSync('id', ['postgres']).status === 0);

/** A PostgreSQL of its own, which a test may stop and start. Keeps its data until it is removed. */
export class OwnPostgres {
  readonly port: number;
  readonly url: string;
  readonly #dir: string;

  private constructor(port: number, dir: string) {
    this.port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#dir = dir;
  }

  static async make(): Promise<OwnPostgres> {
    const own = await OwnPostgres.#place();
    own.#run('initdb', '-D', join(own.#dir, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync');
    own.start();
    return own;
  }

  /** A standby that follows this server. @param delay it replays a commit so much later, as in `30s` */
  async standby(delay = '0'): Promise<OwnPostgres> {
    const own = await OwnPostgres.#place();
    const data = join(own.#dir, 'data');
    own.#run('pg_basebackup', '-d', this.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
    appendFileSync(join(data, 'postgresql.auto.conf'), `recovery_min_apply_delay = '${delay}'\n`);
    own.start();
    return own;
  }

  static async #place(): Promise<OwnPostgres> {
    const dir = mkdtempSync(join(tmpdir(), 'loadcast-postgres-'));
    if (isRoot) chownSync(dir, userId('-u'), userId('-g'));
    const own = new OwnPostgres(await freePort(), dir);
    printedOnFailure(`PostgreSQL on port ${own.port}`, () => own.#log());
    return own;
  }

  start(): void {
    if (!this.#tryStart()) throw new Error('pg_ctl could not start PostgreSQL');
  }

  /** As a crash would: connections break, nothing is said. */
  stop(): void {
    this.#run('pg_ctl', '-D', join(this.#dir, 'data'), '-w', '-m', 'immediate', 'stop');
  }

  /** `kill -9` of the server's first process, and a new start once the others have noticed. */
  async killAndStart(): Promise<void> {
    const [pid] = readFileSync(join(this.#dir, 'data', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    while (!this.#tryStart()) await sleep(20);
  }

  remove(): void {
    spawnSync(...this.#command('pg_ctl', '-D', join(this.#dir, 'data'), '-m', 'immediate', 'stop'));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Empty before the first start and after the removal. */
  #log(): string {
    const file = join(this.#dir, 'log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  #tryStart(): boolean {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
    const [data, log] = [join(this.#dir, 'data'), join(this.#dir, 'log')];
    return spawnSync(...this.#command('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start')).status === 0;
  }

  #command(program: string, ...args: string[]): [string, string[], { cwd: string; stdio: 'ignore' }] {
    const path = join(BIN ?? '', program);
    const options = { cwd: this.#dir, stdio: 'ignore' } as const;
    return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args], options] : [path, args, options];
  }

  #run(program: string, ...args: string[]): void {
    const { status } = spawnSync(...this.#command(program, ...args));
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  }
}
