import { expect, test } from 'vitest';
import { type Command, type CommandIo, UsageError } from './command.js';
import { runCommand } from './run-command.js';

const commands: Command[] = [
  { name: 'one', summary: 'does one', usage: 'usage: loadcast one', run: async () => 0 },
  { name: 'two words', summary: 'does two', usage: 'usage: loadcast two words', run: async (args) => args.length },
  {
    name: 'mistaken',
    summary: 'is used wrongly',
    usage: 'usage: loadcast mistaken',
    run: async () => {
      throw new UsageError('--from is required');
    },
  },
  {
    name: 'broken',
    summary: 'breaks',
    usage: 'usage: loadcast broken',
    run: async () => {
      throw new Error('the store is not there');
    },
  },
];

async function run(...args: string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const io: CommandIo = {
    env: {},
    now: () => 0,
    out: (line) => out.push(line),
    err: (line) => said.push(line),
    interactive: false,
    signal: new AbortController().signal,
  };
  const status = await runCommand(commands, args, io);
  return { status, out: out.join('\n'), said: said.join('\n') };
}

test.each([
  { name: 'no argument lists the commands', args: [], status: 0, out: /two words {2}does two/ },
  { name: '--help lists the commands', args: ['--help'], status: 0, out: /one {8}does one/ },
  { name: 'a command’s --help is its usage', args: ['one', '--help'], status: 0, out: /usage: loadcast one/ },
  { name: 'two words find the command and the rest are its arguments', args: ['two', 'words', 'x'], status: 1 },
  { name: 'an unknown command is a usage error', args: ['ones'], status: 2, said: /no such command: ones/ },
  {
    name: 'half a name is answered with the other half',
    args: ['two'],
    status: 2,
    said: /one of two words was expected/,
  },
  { name: 'a usage error names the option', args: ['mistaken'], status: 2, said: /--from is required/ },
  {
    name: 'a failure is one line without a stack',
    args: ['broken'],
    status: 1,
    said: /^loadcast broken: the store is not there$/,
  },
])('runCommand: $name', async ({ args, status, out, said }) => {
  const result = await run(...args);
  expect(result.status).toBe(status);
  if (out) expect(result.out).toMatch(out);
  if (said) expect(result.said).toMatch(said);
});
