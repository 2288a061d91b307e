import { expect, test } from 'vitest';
import { type Command, type CommandIo, UsageError } from './command.js';
import { runCommand } from './run-command.js';

const commands: Command[] = [
  { name: 'one', summary: 'does one', usage: 'usage: loadcast one', options: [], run: async () => 0 },
  {
    name: 'two words',
    summary: 'does two',
    usage: 'usage: loadcast two words',
    options: [],
    run: async (args) => args.length,
  },
  {
    name: 'mistaken',
    summary: 'is used wrongly',
    usage: 'usage: loadcast mistaken',
    options: [],
    run: async () => {
      throw new UsageError('--from is required');
    },
  },
  {
    name: 'broken',
    summary: 'breaks',
    usage: 'usage: loadcast broken',
    options: [],
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
  {
    name: 'an unknown command is a usage error',
    args: ['ones'],
    status: 2,
    said: /no such command: ones\. Did you mean 'one'\?/,
  },
  {
    name: 'one that is like none',
    args: ['xyz'],
    status: 2,
    said: /no such command: xyz\. '(\.\/)?loadcast help' lists them/,
  },
  {
    name: 'a misspelt second word',
    args: ['two', 'wrods'],
    status: 2,
    said: /no such command: two wrods\. Did you mean 'two words'\?/,
  },
  { name: 'a misspelt first word of two', args: ['tow', 'words'], status: 2, said: /Did you mean 'two words'\?/ },
  { name: 'help of a command', args: ['help', 'one'], status: 0, out: /^usage: loadcast one$/ },
  {
    name: 'help of a command of two words',
    args: ['help', 'two', 'words'],
    status: 0,
    out: /^usage: loadcast two words$/,
  },
  {
    name: 'help of a first word lists its commands',
    args: ['help', 'two'],
    status: 0,
    out: /^(?!.*does one)[\s\S]*does two/,
  },
  { name: 'a first word with --help does so too', args: ['two', '--help'], status: 0, out: /does two/ },
  { name: 'help of what is not there', args: ['help', 'ones'], status: 2, said: /no such command: ones/ },
  {
    name: '--version names the program and Node',
    args: ['--version'],
    status: 0,
    out: /^loadcast \d+\.\d+\.\d+\S*, interface \d+\.\d+\.\d+, model loadcast \d+\.\d+\.\d+, Node v\d+/,
  },
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
