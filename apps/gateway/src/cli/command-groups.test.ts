import { expect, test } from 'vitest';
import { COMMAND_GROUPS } from './command-groups.data.js';
import { COMMANDS } from './commands.js';
import { runCli } from './testing/run-cli.js';

const examples = COMMAND_GROUPS.flatMap((group) => Object.entries(group.examples));

test('every command is in one group, with an example', () => {
  const names = examples.map(([name]) => name);
  expect([...names].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

test.each(examples)(
  'the example of %s is a use of it, with options that it has, and its help shows it',
  async (name, example) => {
    expect(`${example} `).toMatch(new RegExp(`^${name} `));
    const { options } = COMMANDS.find((command) => command.name === name)!;
    const used = example.split(' ').filter((word) => word.startsWith('--'));
    expect(used.filter((option) => !options.includes(option))).toEqual([]);
    expect((await runCli(COMMANDS, ['help', ...name.split(' ')])).out.join('\n')).toMatch(
      new RegExp(`\\nexample: (\\./)?loadcast ${example.replace(/[.*+?()]/g, '\\$&')}$`),
    );
  },
);

test('help lists every group under its title, every command in its group', async () => {
  const { out } = await runCli(COMMANDS, ['help']);
  const titles = COMMAND_GROUPS.map(({ title }) => title);
  expect(out.filter((line) => titles.includes(line))).toEqual(titles);
  const listed = out.flatMap((line) => /^ {2}([a-z][a-z0-9 -]*?) {2,}\S/.exec(line)?.[1] ?? []);
  expect(listed).toEqual(examples.map(([name]) => name));
});
