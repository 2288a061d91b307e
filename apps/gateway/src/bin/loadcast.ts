#!/usr/bin/env node
import { setGarbageCollection } from '../cli/collect-garbage.js';
import type { CommandIo } from '../cli/command.js';
import { prepareForecastThread } from '../service/forecasting/forecast-thread.js';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(1); // the second signal forces
    stopping.abort();
  });
}

const io: CommandIo = {
  env: process.env,
  now: () => Date.now(),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  interactive: process.stderr.isTTY === true,
  signal: stopping.signal,
};

// A closed pipe (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// While the rest of the program is loaded: forecasts wait for both.
if (process.argv[2] === 'serve') {
  setGarbageCollection();
  prepareForecastThread();
}
const [{ runCommand }, { COMMANDS }] = await Promise.all([
  import('../cli/run-command.js'),
  import('../cli/commands.js'),
]);
process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), io);
