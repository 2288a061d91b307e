import { type Command, UsageError } from '../command.js';
import { SHELLS } from '../completion.js';
import { defineCommand } from '../define-command.js';

const SHELL_NAMES = Object.keys(SHELLS);
const ABOUT = `Prints a script that completes commands and options in your shell:

${Object.values(SHELLS)
  .map(({ install }) => `  ${install}`)
  .join('\n')}`;

/** `loadcast completion`: the completion script of a shell, made from the commands. */
export function createCompletionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'print the completion script of bash, zsh or fish',
    example: 'bash',
    about: ABOUT,
    argument: 'SHELL',
    isText: true,
    async run(_values, io, [shell]) {
      if (!isShell(shell)) throw new UsageError(`SHELL: '${shell}' is none of ${SHELL_NAMES.join(', ')}`);
      io.out(SHELLS[shell].script(commands()));
      return 0;
    },
  });
}

const isShell = (name: string): name is keyof typeof SHELLS => Object.hasOwn(SHELLS, name);
