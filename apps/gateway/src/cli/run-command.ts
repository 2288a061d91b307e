import { engine, ServiceError } from '@loadcast/core';
import { nearestName } from '@loadcast/formats';
import { ConfigError } from '@loadcast/observe';
import { API_VERSION } from '../docs/openapi.js';
import { PROGRAM } from '../http/program-name.js';
import { PortUnavailable } from '../http/server/free-ports.js';
import { programVersion } from '../http/version.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { COMMAND_GROUPS } from './command-groups.data.js';

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Finds the command that the arguments name and runs it.
 *
 * A failure is one line on standard error; the stack is printed with `LOADCAST_DEBUG=1`.
 *
 * @param commands one- and two-word names
 * @returns exit status
 */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  io: CommandIo,
): Promise<number> {
  if (args[0] === '--version' || args[0] === '-v' || args[0] === '-V') return print([versions()], io);
  const command = findCommand(commands, args);
  if (!command) return explain(commands, args, io);
  const rest = args.slice(command.name.split(' ').length);
  if (rest.some(isHelp)) return print([command.usage], io);
  try {
    return await command.run(rest, io);
  } catch (error) {
    return fail(command, error, io);
  }
}

/** Three versions change apart: docs/contract.md, "Versions". */
const versions = (): string =>
  `loadcast ${programVersion()}, interface ${API_VERSION}, model ${engine.name} ${engine.version}, Node ${process.version}`;

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function print(lines: readonly string[], io: CommandIo): number {
  for (const line of lines) io.out(line);
  return EXIT.done;
}

function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  const [first = '', second = ''] = args;
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
}

function explain(commands: readonly Command[], args: readonly string[], io: CommandIo): number {
  const words = args.filter((word) => word !== 'help' && !isHelp(word));
  const asked = words.length < args.length || args.length === 0;
  if (asked && words.length === 0) return print(listing(commands), io);
  const named = findCommand(commands, words);
  if (asked && named) return print([named.usage], io);
  const group = words.length === 1 ? commands.filter(({ name }) => name.startsWith(`${words[0]} `)) : [];
  if (asked && group.length > 0) return print(listing(group), io);
  io.err(`loadcast: ${mistake(commands, words, group)}`);
  return EXIT.usage;
}

/** Commands in their groups; commands without a group come last. */
function listing(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const line = ({ name, summary }: Command) => `  ${name.padEnd(width)}  ${summary}`;
  const begunBy = (word: string) => commands.filter(({ name }) => name.split(' ')[0] === word);
  const grouped = COMMAND_GROUPS.flatMap(({ title, words }) => {
    const own = words.flatMap(begunBy);
    return own.length === 0 ? [] : ['', title, ...own.map(line)];
  });
  const inGroups = new Set(COMMAND_GROUPS.flatMap(({ words }) => words.flatMap(begunBy)));
  const others = commands.filter((command) => !inGroups.has(command));
  return [
    `usage: ${PROGRAM} [--env-file FILE] COMMAND [options]`,
    ...grouped,
    ...(others.length === 0 ? [] : ['', ...others.map(line)]),
    '',
    `'${PROGRAM} help COMMAND' shows the options of a command and an example.`,
  ];
}

function mistake(commands: readonly Command[], words: readonly string[], group: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  if (group.length > 0) return `one of ${group.map(({ name }) => name).join(', ')} was expected`;
  const isGroup = names.some((name) => name.startsWith(`${words[0]} `));
  const given = isGroup ? words.slice(0, 2).join(' ') : String(words[0]);
  const near = nearestName(given, names) ?? nearestName(words.slice(0, 2).join(' '), names);
  const hint = near === undefined ? `'${PROGRAM} help' lists them.` : `Did you mean '${near}'?`;
  return `no such command: ${given}. ${hint}`;
}

function fail(command: Command, error: unknown, io: CommandIo): number {
  if (error instanceof UsageError) {
    io.err(`loadcast ${command.name}: ${error.message}`);
    io.err(`'${PROGRAM} ${command.name} --help' lists the options.`);
    return EXIT.usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  // It names what to type in place of the command.
  if (error instanceof PortUnavailable) {
    io.err(message);
    return EXIT.failed;
  }
  io.err(`loadcast ${command.name}: ${message}`);
  const expected = error instanceof ConfigError || error instanceof ServiceError;
  if (io.env['LOADCAST_DEBUG'] === '1' && !expected && error instanceof Error) io.err(String(error.stack));
  return EXIT.failed;
}
