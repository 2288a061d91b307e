import { readdirSync, readFileSync } from 'node:fs';

/** A reading of /proc; undefined where the thread or process has ended: between the listing and the reading too. */
function whileAlive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

const listTasks = (pid: number | 'self'): string[] =>
  (whileAlive(() => readdirSync(`/proc/${pid}/task`)) ?? []).map((thread) => `/proc/${pid}/task/${thread}`);

const readText = (path: string): string => whileAlive(() => readFileSync(path, 'utf8')) ?? '';

/** The nice values of a process's threads; 0 is usual, more is lower. @see proc_pid_stat(5), field 19 */
export const readThreadPriorities = (pid: number | 'self'): number[] =>
  listTasks(pid)
    .map((path) => readText(`${path}/stat`))
    .filter(Boolean)
    .map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));

/** The nice values of all threads of a process and of the processes that it started. */
export function readFamilyPriorities(pid: number): number[] {
  const children = listTasks(pid).flatMap((path) =>
    readText(`${path}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...readThreadPriorities(pid), ...children.flatMap(readFamilyPriorities)];
}
