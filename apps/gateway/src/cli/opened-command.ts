import type { Command, CommandIo } from './command.js';
import { type CommandSpec, defineCommand } from './define-command.js';
import type { OptionTable } from './options.js';

/** Opens what a command works on, for each run. */
export type Open<S> = (io: CommandIo) => S | Promise<S>;

type OpenedCommand<S> = (open: Open<S>) => Command;

export interface OpenedSpec<O extends OptionTable, S> extends Omit<CommandSpec<O>, 'run'> {
  run(opened: S, ...given: Parameters<CommandSpec<O>['run']>): ReturnType<CommandSpec<O>['run']>;
}

/** A command that works on something opened for it, which is closed afterwards, also when the work fails. */
export function openedCommand<O extends OptionTable, S extends { close(): void | Promise<void> }>(
  spec: OpenedSpec<O, S>,
): OpenedCommand<S> {
  return (open) =>
    defineCommand({
      ...spec,
      async run(...given) {
        const opened = await open(given[1]);
        try {
          return await spec.run(opened, ...given);
        } finally {
          await opened.close();
        }
      },
    });
}

export const commandsOf =
  <S>(...commands: readonly OpenedCommand<S>[]): ((open: Open<S>) => readonly Command[]) =>
  (open) =>
    commands.map((command) => command(open));
