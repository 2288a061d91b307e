import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '@loadcast/formats';

/** Where a command reads and writes: a test passes its own. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
  /** One line of result, to standard output. */
  out(line: string): void;
  err(line: string): void;
  /** Replaces the last line of standard error. Absent: it is no terminal. */
  redraw?(line: string): void;
  /** Aborts on the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

export interface Command {
  /** `backtest`, or two words: `accounts create`. */
  readonly name: string;
  readonly summary: string;
  /** What `--help` prints: a usage line, one line an option, an example. */
  readonly usage: string;
  readonly options: readonly string[];
  /** @returns exit status: 0 done, 1 failed. Usage errors are thrown as UsageError. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line itself is wrong: exit status 2, with the message and how to get help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type ArgOptions = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command line with node:util's parseArgs, and with messages of our own.
 *
 * @throws {UsageError} an option is unknown, lacks its value or has one too much, or an argument is unexpected
 */
export function readArgs<T extends ArgOptions>(
  args: readonly string[],
  options: T,
  { positionals = false }: { positionals?: boolean } = {},
): ReturnType<typeof parseArgs<{ options: T; strict: true; args: string[]; allowPositionals: boolean }>> {
  refuseWrongArgs(args, options, positionals);
  return parseArgs({ args: [...args], options, allowPositionals: positionals, strict: true });
}

function refuseWrongArgs(args: readonly string[], options: ArgOptions, positionals: boolean): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional' && !positionals) throw new UsageError(`unexpected argument: ${token.value}`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name))
      throw new UsageError(`there is no option ${rawName}${suggestion(name, options)}`);
    if (given.has(name)) throw new UsageError(`${rawName} is given twice`);
    given.add(name);
    const takesValue = options[name]?.type === 'string';
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value`);
    const hasValue = value !== undefined && (inlineValue || !/^-./.test(value));
    if (takesValue && !hasValue) throw new UsageError(`${rawName} needs a value`);
  }
}

function suggestion(name: string, options: ArgOptions): string {
  const near = nearestName(name, Object.keys(options));
  return near === undefined ? '' : `; did you mean --${near}?`;
}
