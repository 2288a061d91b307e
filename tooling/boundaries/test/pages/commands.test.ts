import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../apps/gateway/src/cli/commands.js';
import { pages, ROOT } from '../repository.js';
import { RUN_BY } from './run-by.data.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Lines of the shell in a page, continued lines joined, comments cut. */
function shellLines(page: string): string[] {
  return [...read(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
      .filter(Boolean),
  );
}

/** Changelogs and changesets quote commands of their time. */
const documentation = pages().filter((page) => !/^\.|CHANGELOG\.md$/.test(page));

const withCommands = documentation.filter((page) => shellLines(page).length > 0);
const isOf = (page: string) => (row: { readonly page: string }) =>
  row.page.endsWith('/') ? page.startsWith(row.page) : page === row.page;

test.each(withCommands)('a test runs the commands of %s', (page) => {
  expect(RUN_BY.filter(isOf(page))).toHaveLength(1);
});

test.each(RUN_BY)('$page has commands, and what runs them is there', ({ page, tests }) => {
  expect(withCommands.some((name) => isOf(name)({ page }))).toBe(true);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(withCommands)('no curl of %s hides what the service says about a wrong request', (page) => {
  expect(shellLines(page).filter((line) => /\bcurl (-\w*f\w* |--fail )/.test(line))).toEqual([]);
});

const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

test.each(documentation)('every `npm run` that %s names is there', (page) => {
  const named = [...read(page).matchAll(/\bnpm run ([a-z]+(?::[a-z]+)*)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

/** Uses of the command line in a page: in the shell, and in text in backticks. */
function uses(page: string): string[] {
  const inText = [
    ...read(page)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`(?:npx |\.\/)?loadcast ([^`]+)`/g),
  ];
  const inShell = shellLines(page).flatMap((line) => [...line.matchAll(/(?:^|\s)(?:\.\/)?loadcast ([a-z][^|;&]*)/g)]);
  return [...inText, ...inShell].map(([, words]) => words!.trim());
}

/** The fault in a use: an unknown command, or options that it does not have. */
function faultsOf(use: string): string[] {
  const words = use.split(/\s+/);
  const command = [words.slice(0, 2).join(' '), words[0]!]
    .map((name) => COMMANDS.find((candidate) => candidate.name === name))
    .find((found) => found !== undefined);
  const isGroup = words.length === 1 && COMMANDS.some(({ name }) => name.startsWith(`${words[0]} `));
  if (!command) return isGroup || ['help', '--version'].includes(words[0]!) ? [] : [`no command: ${use}`];
  const known = new Set([...command.options, '--help']);
  const options = words.map((word) => word.replace(/[=,.;:)].*$/, '')).filter((word) => word.startsWith('--'));
  return options.filter((option) => !known.has(option)).map((option) => `loadcast ${command.name} has no ${option}`);
}

const withUses = documentation.filter((page) => uses(page).length > 0);

test('the command line is named on pages of every kind', () => {
  for (const page of ['README.md', 'OPERATIONS.md', 'docs/forecasting.md']) expect(withUses).toContain(page);
});

test.each(withUses)('every command and option of loadcast in %s is there', (page) => {
  expect(uses(page).flatMap(faultsOf)).toEqual([]);
});

test.each(['nonsense', 'doctor --quick', 'keys make'])('loadcast %s would be found', (use) =>
  expect(faultsOf(use)).toHaveLength(1),
);
