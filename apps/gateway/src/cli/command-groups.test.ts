import { expect, test } from 'vitest';
import { COMMAND_GROUPS } from './command-groups.data.js';
import { COMMANDS } from './commands.js';
import { runCli } from './testing/run-cli.js';

test.each(COMMANDS)('the help of $name ends with a use of it, with options that it has', async ({ name, options }) => {
  const { out } = await runCli(COMMANDS, ['help', ...name.split(' ')]);
  const [, example = ''] = /\n\nexample: (?:\.\/)?loadcast (.+)$/.exec(out.join('\n')) ?? [];
  expect(`${example} `).toMatch(new RegExp(`^${name} `));
  const used = example.split(' ').filter((word) => word.startsWith('--'));
  expect(used.filter((option) => !options.includes(option))).toEqual([]);
});

test('help lists every group under its title, and every command once, in its group', async () => {
  const { out } = await runCli(COMMANDS, ['help']);
  const titles = COMMAND_GROUPS.map(({ title }) => title);
  expect(out.filter((line) => titles.includes(line))).toEqual(titles);
  const listed = out.flatMap((line) => /^ {2}([a-z][a-z0-9 -]*?) {2,}\S/.exec(line)?.[1] ?? []);
  expect([...listed].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
  const words = [...new Set(listed.map((name) => name.split(' ')[0]))];
  expect(words).toEqual(COMMAND_GROUPS.flatMap((group) => group.words));
});
