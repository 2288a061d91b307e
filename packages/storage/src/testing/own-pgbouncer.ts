import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../tooling/testing/free-port.js';

const isRoot = process.getuid?.() === 0;
const userId = (flag: '-u' | '-g') => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());

/** Whether PgBouncer is installed here. As root it runs as `postgres`: it refuses to run as root. */
export const hasPgBouncer: boolean =
  spawnSync('pgbouncer', ['--version']).status === 0 && (!isRoot || spawnSync('id', ['postgres']).status === 0);

/** A PgBouncer of its own in front of a database. */
export interface OwnPgBouncer {
  /** The database's address, through it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one. @param databaseUrl a server that asks for no password */
export async function startPgBouncer(
  databaseUrl: string,
  { poolMode, poolSize = 20 }: { readonly poolMode: 'session' | 'transaction'; readonly poolSize?: number },
): Promise<OwnPgBouncer> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-pgbouncer-'));
  const ownPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port || 5432} user=${username}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${ownPort}\nunix_socket_dir =\nauth_type = any`,
      `pool_mode = ${poolMode}\ndefault_pool_size = ${poolSize}`,
    ].join('\n'),
  );
  if (isRoot) for (const path of [folder, file]) chownSync(path, userId('-u'), userId('-g'));
  const command = isRoot ? ['runuser', '-u', 'postgres', '--', 'pgbouncer', file] : ['pgbouncer', file];
  const child = spawn(command[0]!, command.slice(1), { cwd: folder, stdio: 'ignore' });
  await untilItListens(child, ownPort);
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isUp = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isUp) return;
    await sleep(20);
  }
}
