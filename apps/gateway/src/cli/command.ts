import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Where a command reads and writes: a test passes its own. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
  /** One line of result, to standard output. */
  out(line: string): void;
  /** One line for the person watching, to standard error. */
  say(line: string): void;
  /** Standard error is a terminal: progress may redraw its line. */
  readonly interactive: boolean;
  /** Aborts on the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** One `loadcast` command. */
export interface Command {
  /** `backtest`, or two words: `accounts create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints: a usage line, then one line an option. */
  readonly usage: string;
  /** @returns exit status: 0 done, 1 failed. Usage errors are thrown as UsageError. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line itself is wrong: exit status 2, with the message and how to get help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** node:util parseArgs with its complaints turned into usage errors. */
export function readArgs<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  { positionals = false }: { positionals?: boolean } = {},
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: positionals, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
