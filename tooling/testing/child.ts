import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { printedOnFailure } from './printed-on-failure.js';

/** A module that runs in a process of its own. */
export interface Child {
  readonly pid: number;
  /** Waits until it has printed something, or has ended. */
  started(): Promise<void>;
  /** The whole lines that it has printed by now. */
  lines(): string[];
  /** Ends it as a crash would, and gives the whole lines it printed. */
  kill(): Promise<string[]>;
  /** Waits until it ends by itself, or is killed: its exit status and the whole lines it printed. */
  ended(): Promise<{ status: number | null; lines: string[]; errors: string }>;
}

const RUNNER = fileURLToPath(new URL('../run-source.mjs', import.meta.url));

/** Starts `run` of a TypeScript module with arguments. */
export function startChild(module: URL, ...args: readonly string[]): Child {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [RUNNER, fileURLToPath(module), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let errors = '';
  printedOnFailure(`process ${child.pid}, ${args.join(' ')},`, () => `${output}\n${errors}`);
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const first = new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve());
    child.once('close', () => resolve());
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = () => output.split('\n').slice(0, -1);
  const ended = async () => ({ status: await closed, lines: lines(), errors });
  return {
    pid: child.pid ?? 0,
    started: () => first,
    lines,
    async kill() {
      child.kill('SIGKILL');
      const { errors: failure } = await ended();
      if (failure !== '') throw new Error(failure);
      return lines();
    },
    ended,
  };
}
