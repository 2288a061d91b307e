import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** CPU that the threads of a process have used since their start, user and system, ms. Threads that ended count no more. */
export function cpuMsOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + threadCpuMs(pid, thread), 0);
}

/** CPU that the thread has used on which a program's event loop runs, ms. */
export function mainThreadCpuMsOf(pid) {
  return threadCpuMs(pid, pid);
}

function threadCpuMs(pid, thread) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0; // ended since the folder was read
  }
}

/** Resident memory of a process, MB. */
export function rssMbOf(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Starts a program on one core, where the machine can pin it there. */
export function spawnOn(core, command, args, options) {
  return hasTaskset
    ? spawn('taskset', ['-c', String(core), command, ...args], options) // replaces itself by the command: the same pid
    : spawn(command, args, options);
}

/** Keeps every thread of a process on one core, where the machine can. */
export function pin(pid, core) {
  if (hasTaskset) spawnSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
}
