import type { Command, CommandIo } from '../command.js';
import { runCommand } from '../run-command.js';

/** What a command printed and how it ended. */
export interface CliRun {
  readonly status: number;
  /** Lines of standard output. */
  readonly out: readonly string[];
  /** Lines of standard error. */
  readonly err: readonly string[];
}

/** Runs a command line in this process, without a terminal. */
export async function runCli(
  commands: readonly Command[],
  args: readonly string[],
  io: Partial<CommandIo> = {},
): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCommand(commands, args, {
    env: {},
    now: () => Date.UTC(2026, 10, 21, 8, 30),
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    signal: new AbortController().signal,
    ...io,
  });
  return { status, out, err };
}
