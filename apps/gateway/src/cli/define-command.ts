import { aligned, left } from '@loadcast/observe';
import { PROGRAM } from '../http/program-name.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { JSON_OPTION, type OptionTable, type OptionValues, readOptions } from './options.js';

/** A command as data. Its help text is made from it. */
export interface CommandSpec<O extends OptionTable> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** Words after its name in the example of its help; absent: the name is enough. */
  readonly example?: string;
  /** Paragraphs of help below the usage line. */
  readonly about?: string;
  /** What the arguments without `--` are called in help texts: `FILE`, `FILE...` for one or more, or `[FILE...]` for any number. */
  readonly argument?: string;
  /** `--json` is added to them; default: there are no others. */
  readonly options?: O;
  /** Its result is text alone, without `--json`. */
  readonly isText?: true;
  /** Throws where options contradict each other, before anything is opened. */
  check?(given: OptionValues<O>): void;
  /** @returns its result; a command that printed it on the way, the exit status: 0 done, 1 failed */
  run(given: OptionValues<O>, io: CommandIo, args: readonly [string, ...string[]]): Promise<CommandResult | number>;
}

export interface CommandResult {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without `--json`: a line, or the lines of a table. */
  readonly text: string | readonly string[];
  /** Lines on standard error after `text`. */
  readonly note?: string | readonly string[];
  /** The exit status is 1. */
  readonly hasFailed?: boolean;
}

export function defineCommand<O extends OptionTable>(spec: CommandSpec<O>): Command {
  const { name, summary, argument, isText } = spec;
  const options = { ...spec.options, ...(isText ? {} : JSON_OPTION) } as O;
  return {
    name,
    summary,
    usage: usageOf({ ...spec, options }),
    options: Object.keys(options).map((option) => `--${option}`),
    async run(args, io) {
      const { values, positionals } = readOptions(args, options, { positionals: argument !== undefined });
      spec.check?.(values);
      const result = await spec.run(values, io, checkedArguments(argument, positionals));
      return typeof result === 'number' ? result : print(result, values, io);
    },
  };
}

function print(
  { json, text, note, hasFailed }: CommandResult,
  given: { readonly json?: unknown },
  io: CommandIo,
): number {
  if (given.json === true) io.out(JSON.stringify(json));
  else {
    for (const line of [text].flat()) io.out(line);
    for (const line of [note ?? []].flat()) io.err(line);
  }
  return hasFailed ? 1 : 0;
}

/** The first one is empty where the command takes none. */
function checkedArguments(argument: string | undefined, given: readonly string[]): readonly [string, ...string[]] {
  const [first, ...more] = given;
  if (argument === undefined || (first === undefined && argument.startsWith('['))) return [''];
  if (first === undefined) throw new UsageError(`${argument} is missing`);
  if (more.length > 0 && !argument.includes('...')) throw new UsageError(`unexpected argument: ${more[0]}`);
  return [first, ...more];
}

const LINE_LENGTH = 110;

/** `usage: ./loadcast NAME ...`, what the command does, one line an option, and an example. */
function usageOf({ name, about, example = '', argument, options = {} }: CommandSpec<OptionTable>): string {
  const words = [argument ?? [], ...Object.entries(options).map(([option, row]) => usageWord(option, row))].flat();
  const rows = Object.entries(options).flatMap(([option, { placeholder, help }]) =>
    help.split('\n').map((line, at) => [at === 0 ? [`--${option}`, placeholder ?? []].flat().join(' ') : '', line]),
  );
  return [
    ...wrapped(`usage: ${PROGRAM} ${name}`, words),
    ...(about === undefined ? [] : ['', about]),
    ...(rows.length === 0 ? [] : ['', ...aligned(left('', ''), rows).map((line) => `  ${line}`)]),
    '',
    `example: ${PROGRAM} ${name} ${example}`.trimEnd(),
  ].join('\n');
}

function usageWord(name: string, row: OptionTable[string]): string {
  if (row.placeholder === undefined) return `[--${name}]`;
  return row.isRequired ? `--${name} ${row.placeholder}` : `[--${name} ${row.placeholder}]`;
}

function wrapped(start: string, words: readonly string[]): string[] {
  const lines = [start];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= LINE_LENGTH) lines[lines.length - 1] = line;
    else lines.push(`         ${word}`);
  }
  return lines;
}
