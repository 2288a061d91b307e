import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../loadcast', import.meta.url));

test.each([
  { name: 'itself', links: [] },
  { name: 'an absolute link', links: ['absolute'] },
  { name: 'a relative link', links: ['relative'] },
  { name: 'a link to a link', links: ['relative', 'absolute', 'relative'] },
])('`loadcast` of a clone is started through $name', ({ links }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadcast clone-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'clone/tooling'), { recursive: true });
  writeFileSync(join(folder, 'clone/tooling/run.mjs'), 'console.log(process.argv.slice(1).join());');
  let program = join(folder, 'clone/loadcast');
  copyFileSync(SCRIPT, program);
  for (const [n, kind] of links.entries()) {
    const bin = join(folder, `bin ${n}`);
    mkdirSync(bin);
    // field case 24
    symlinkSync(kind === 'absolute' ? program : relative(bin, program), join(bin, 'lc'));
    program = join(bin, 'lc');
  }
  const { stdout, stderr } = spawnSync(program, ['--version', 'a b'], { cwd: '/', encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({
    stdout: `${join(folder, 'clone/tooling/run.mjs')},loadcast,--version,a b\n`,
    stderr: '',
  });
});

/** The words of a line of a command file, as cmd.exe gives them to a program: quotes group, `%~dp0` is the folder with its `\`. */
function cmdWords(line: string, folder: string, args: string): string[] {
  const text = line.replaceAll('%~dp0', `${folder}\\`).replaceAll('%*', args);
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

// No Windows runs the tests: this holds the file to what cmd.exe is documented to do.
test.each([
  { name: 'a folder with a space', folder: 'C:\\My Grids\\loadcast', args: 'serve --demo' },
  { name: 'a folder with an ampersand', folder: 'D:\\R&D', args: '--version "a b"' },
])('loadcast.cmd in $name starts Node with the script of its own folder and every argument', ({ folder, args }) => {
  const lines = readFileSync(`${SCRIPT}.cmd`, 'utf8').split(/\r?\n/);
  const [first, ...commands] = lines.filter((line) => line !== '' && !/^rem /i.test(line));
  expect([first, commands]).toEqual(['@echo off', [expect.any(String)]]);
  // The last command decides %ERRORLEVEL%: no `start`, `call`, pipe or `&` outside quotes is between.
  expect(commands[0]!.replace(/"[^"]*"/g, '')).toMatch(/^node\s+loadcast %\*$/);
  expect(cmdWords(commands[0]!, folder, args)).toEqual([
    'node',
    `${folder}\\tooling\\run.mjs`,
    'loadcast',
    ...cmdWords(args, '', ''),
  ]);
});
