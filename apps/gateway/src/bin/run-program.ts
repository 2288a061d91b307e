import { prepareForecastThread } from '@loadcast/service/threads';
import { setGarbageCollection } from '../cli/collect-garbage.js';
import type { CommandIo } from '../cli/command.js';
import { takeEnvFile } from './env-file.js';

/** A second signal within this time is the first one again: npm passes on the Ctrl-C that its terminal sends to both. */
const SAME_SIGNAL_MS = 1_000;

const stopping = new AbortController();
let stoppingSince = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (performance.now() - stoppingSince >= SAME_SIGNAL_MS) process.exit(1); // a later signal forces
    if (stopping.signal.aborted) return;
    stoppingSince = performance.now();
    stopping.abort();
  });
}

const io: CommandIo = {
  env: process.env,
  now: () => Date.now(),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { redraw: (line) => process.stderr.write(`\r\x1b[K${line}`) }),
  signal: stopping.signal,
};

// A closed pipe (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

let args: readonly string[] = [];
try {
  args = takeEnvFile(process.argv.slice(2), process.env);
} catch (error) {
  io.err(`loadcast: ${(error as Error).message}`);
  process.exit(2);
}

// While the rest of the program is loaded: forecasts wait for both.
if (args[0] === 'serve') {
  setGarbageCollection();
  prepareForecastThread();
}
const [{ runCommand }, { COMMANDS }] = await Promise.all([
  import('../cli/run-command.js'),
  import('../cli/commands.js'),
]);
process.exitCode = await runCommand(COMMANDS, args, io);
