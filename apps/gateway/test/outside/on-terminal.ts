import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printedOnFailure } from '../../../../tooling/testing/printed-on-failure.js';
import { plainEnvironment } from '../started-program.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Debian's `bsdutils`: it runs a command on a terminal of its own. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0;

export interface OnTerminal {
  readonly child: ChildProcess;
  readonly folder: string;
  /** Everything that the terminal showed so far. */
  output(): string;
  /** Its lines, without the lines of the set-up. */
  lines(): readonly string[];
  /** Kills it and removes its folder. */
  remove(): void;
}

/** `npm start`'s own command on a terminal. `exec`: a shell that waits for it would answer Ctrl+C with 130 of its own. */
export function startOnTerminal(args = 'start', env: Readonly<Record<string, string>> = {}): OnTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-terminal-'));
  const child = spawn('script', ['-qefc', `exec node tooling/run.mjs ${args}`, '/dev/null'], {
    cwd: ROOT,
    env: { ...plainEnvironment(), LOADCAST_DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  printedOnFailure('the terminal', () => output);
  return {
    child,
    folder,
    output: () => output,
    lines() {
      const lines = output.split(/[\r\n]+/).map((line) => line.trim());
      return lines.filter((line) => line !== '' && !/^(Setting up|\d of \d: )/.test(line));
    },
    remove() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
