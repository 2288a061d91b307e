import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The range lies below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere).
 * A busy machine may give one of those away while the program that it was found for starts, or is stopped and started
 * again.
 */
const PORTS = { first: 20_000, end: 32_000 };

/** A file for each port that a process has been given, with the id of the process. */
const GIVEN = join(tmpdir(), `loadcast-ports-${userInfo().uid}`);

const ours = new Set<string>();

/**
 * A port that no one listens on and that no outgoing connection will have. Until this process ends no other is given it:
 * tests that run at the same time do not take it while a drill has stopped what listens there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (take(join(GIVEN, String(port))) && (await isFree(port))) return port;
  }
}

/** @returns false where a process that runs has it */
function take(file: string): boolean {
  mkdirSync(GIVEN, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (hasEnded(holderOf(file))) rmSync(file, { force: true }); // another time
    return false;
  }
  if (ours.size === 0) process.once('exit', () => ours.forEach((own) => void rmSync(own, { force: true })));
  ours.add(file);
  return true;
}

/** The process of a file; none while it is being written or given back. */
function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function hasEnded(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Whether every address of this machine has it free. */
function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
