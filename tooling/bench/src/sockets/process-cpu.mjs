import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** CPU that a process has used since its start, all threads, user and system, ms. To 10 ms. */
export function cpuMsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
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
