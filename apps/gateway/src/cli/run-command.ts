import { ServiceError } from '@loadcast/core';
import { ConfigError } from '../config.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { aligned, left } from './table.js';

/** Exit statuses of the program. */
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
  const command = findCommand(commands, args);
  if (!command) return explain(commands, args, io);
  const rest = args.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(command.usage);
    return EXIT.done;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    return fail(command, error, io);
  }
}

function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  const [first = '', second = ''] = args;
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
}

function explain(commands: readonly Command[], args: readonly string[], io: CommandIo): number {
  const listing = aligned(
    left('', ''),
    commands.map(({ name, summary }) => [name, summary]),
  );
  const text = [
    'usage: loadcast COMMAND [options]',
    '',
    ...listing.map((line) => `  ${line}`),
    '',
    "'loadcast COMMAND --help' lists the options of a command.",
  ];
  const asked = args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help';
  if (asked) {
    for (const line of text) io.out(line);
    return EXIT.done;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `)).map(({ name }) => name);
  io.err(
    group.length > 0
      ? `loadcast: one of ${group.join(', ')} was expected`
      : `loadcast: no such command: ${args[0]}. 'loadcast --help' lists them.`,
  );
  return EXIT.usage;
}

function fail(command: Command, error: unknown, io: CommandIo): number {
  if (error instanceof UsageError) {
    io.err(`loadcast ${command.name}: ${error.message}`);
    io.err(`'loadcast ${command.name} --help' lists the options.`);
    return EXIT.usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  io.err(`loadcast ${command.name}: ${message}`);
  const expected = error instanceof ConfigError || error instanceof ServiceError;
  if (io.env['LOADCAST_DEBUG'] === '1' && !expected && error instanceof Error) io.err(String(error.stack));
  return EXIT.failed;
}
