import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printedOnFailure } from '../../../tooling/testing/printed-on-failure.js';
import { configSchema } from '../src/config.js';

/** `FORECASTER` of a drill whose subject is not the engine: its first forecasts take a tenth of the CPU. */
export const QUICK_MODEL = 'same-hour-last-week';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN = join(ROOT, 'tooling/run.mjs');
/** `loadcast` as built: the task of `tooling/run.mjs` would look first at each package whether it has changed. */
export const BUILT = fileURLToPath(new URL('../dist/bin/loadcast.js', import.meta.url));

/** This process' environment without settings of the program (vitest itself sets BASE_URL). */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const settings = new Set(Object.keys(configSchema.shape));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
}

/** A `loadcast` process of its own, on free ports and its own data folder. */
export interface StartedProgram {
  readonly process: ChildProcess;
  readonly dataDir: string;
  readonly url: string;
  readonly demoKey: string;
  /** Everything it printed so far, both streams. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ status: number | null; endedBy: NodeJS.Signals | null; tookMs: number }>;
}

const running = new Set<ChildProcess>();

/** Kills every program of this test file that has not ended, whether or not it came to listen, and waits for their ends. */
export async function killPrograms(): Promise<void> {
  await Promise.all([...running].map((child) => endOf(child, 'SIGKILL')));
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await ended;
}

/**
 * Runs `npm start`'s own command, or any other, and waits until it has its first forecasts.
 *
 * @param args the task of `tooling/run.mjs` and its arguments. `loadcast` is run as built, which the task that runs the
 *   tests has done.
 * @param program another script for node
 */
export async function startProgram(
  args: readonly string[] = ['start'],
  env: Readonly<Record<string, string>> = {},
  program?: string,
): Promise<StartedProgram> {
  const isBuilt = program === undefined && args[0] === 'loadcast';
  const command = isBuilt ? [BUILT, ...args.slice(1)] : [program ?? RUN, ...args];
  const dataDir = env['LOADCAST_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'loadcast-'));
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  printedOnFailure(`process ${child.pid}, ${args.join(' ')},`, () => output);
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (\S+)[\s\S]*^Ready: /m.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened:\n${output}`)));
  });
  const url = await listening;
  return {
    process: child,
    dataDir,
    url,
    demoKey: /lc_live_\w+/.exec(output)?.[0] ?? '',
    output: () => output,
    async end(signal) {
      const startedAt = performance.now();
      await endOf(child, signal);
      return { status: child.exitCode, endedBy: child.signalCode, tookMs: performance.now() - startedAt };
    },
  };
}
