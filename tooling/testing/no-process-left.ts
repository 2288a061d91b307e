import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MARK = 'LOADCAST_TEST_RUN';
/** How long a process that has been sent a signal may take to end, on a busy machine. */
const LONGEST_WAIT_MS = 20_000;

interface Left {
  readonly pid: number;
  readonly command: string;
}

/**
 * A vitest global set-up. Marks the environment of the run, which every process that a test starts inherits. A process
 * that is still there at the end of the run is killed, and the run fails. Reads /proc: only Linux is checked.
 */
export function setup(): (() => Promise<void>) | undefined {
  if (!existsSync('/proc/self/environ')) return undefined;
  if (process.env[MARK] !== undefined) return undefined; // one of the projects has set it already
  process.env[MARK] = String(process.pid);
  const mark = `${MARK}=${process.pid}`;
  return async () => {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS;
    let left = markedProcesses(mark);
    while (left.length > 0 && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      left = markedProcesses(mark);
    }
    if (left.length === 0) return;
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    process.exitCode = 1;
    throw new Error(
      `the tests left ${left.length} processes:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`,
    );
  };
}

/** Processes with the mark, but for this one and the test runner's own workers. */
function markedProcesses(mark: string): Left[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({
      pid: Number(name),
      environment: read(name, 'environ'),
      command: read(name, 'cmdline').join(' '),
    }))
    .filter(({ environment, command }) => environment.includes(mark) && !command.includes('/vitest/dist/'))
    .map(({ pid, command }) => ({ pid, command: command.trim() }));
}

/** A file of /proc as its NUL-separated parts; none where the process has ended meanwhile. */
function read(pid: string, file: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
