import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { defineCommand } from '../define-command.js';
import { anyText, flag, optional } from '../options.js';
import { runCli } from '../testing/run-cli.js';
import { createCompletionCommand } from './completion.js';

const run = async () => 0;
const options = { areas: optional('LIST', 'areas', anyText), again: flag('again') };
const commands = [
  defineCommand({ name: 'serve', summary: '', options, run }),
  defineCommand({ name: 'accounts create', summary: '', options: {}, run }),
  defineCommand({ name: 'accounts list', summary: '', options: {}, run }),
];
const all = [...commands, createCompletionCommand(() => commands)];

async function script(shell: string): Promise<string> {
  return (await runCli(all, ['completion', shell])).out.join('\n');
}

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const LINES = [
  { words: ['se'], next: ['serve'] },
  { words: ['accounts', ''], next: ['create', 'list'] },
  { words: ['serve', '--a'], next: ['--again', '--areas'] },
];

test.skipIf(!isInstalled('bash')).each(LINES)('bash completes $words', async ({ words, next }) => {
  const line = ['loadcast', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `${await script('bash')}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _loadcast; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', asked], { encoding: 'utf8' }).trim().split('\n').sort()).toEqual(next);
});

test.skipIf(!isInstalled('fish')).each(LINES)('fish completes $words', async ({ words, next }) => {
  const asked = `${await script('fish')}\ncomplete -C 'loadcast ${words.join(' ')}'`;
  const found = execFileSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8' }).trim().split('\n');
  expect(found.map((row) => row.split('\t')[0]).sort()).toEqual(next);
});

test.skipIf(!isInstalled('zsh'))('zsh accepts the script', async () => {
  expect(spawnSync('zsh', ['-n'], { input: await script('zsh') })).toMatchObject({ status: 0 });
});

test('another shell is refused with those that are there', async () => {
  const { status, err } = await runCli(all, ['completion', 'tcsh']);
  expect([status, err[0]]).toEqual([2, "loadcast completion: SHELL: 'tcsh' is none of bash, zsh, fish"]);
});
