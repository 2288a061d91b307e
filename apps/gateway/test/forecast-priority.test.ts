import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { killPrograms, QUICK_MODEL, startProgram } from './started-program.js';

afterAll(killPrograms);

const USUAL = getPriority(); // of this process, which the program inherits
const LOWERED = 10;

/** The priorities of all threads of a process and of the processes that it started; 0 is usual, more is lower. */
function prioritiesOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  const own = threads.map((thread) => {
    const stat = readFileSync(`${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
  const children = threads.flatMap((thread) => readFileSync(`${thread}/children`, 'utf8').split(' ').filter(Boolean));
  return [...own, ...children.flatMap((child) => prioritiesOf(Number(child)))];
}

test.runIf(process.platform === 'linux')('forecast threads, and no others, have a low priority', async () => {
  const env = { SOURCE: 'simulated', FORECASTER: QUICK_MODEL, FORECAST_WORKERS: '2', LOG_LEVEL: 'warn' };
  const program = await startProgram(['loadcast', 'serve'], env);
  const pid = program.process.pid!;
  const lowered = () => prioritiesOf(pid).filter((priority) => priority === LOWERED).length;
  while (lowered() < 2) await sleep(20);
  expect(new Set(prioritiesOf(pid))).toEqual(new Set([USUAL, LOWERED]));
  expect(lowered()).toBe(2);
});
