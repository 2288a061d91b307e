import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnvFile, takeEnvFile } from './env-file.js';

test.each<{ name: string; text: string; values: Record<string, string> }>([
  {
    name: 'two parameters of a URL',
    // field case 06
    text: 'DATABASE_URL=postgres://u:p@h/db?sslmode=require&application_name=lc\nPORT=1\n',
    values: { DATABASE_URL: 'postgres://u:p@h/db?sslmode=require&application_name=lc', PORT: '1' },
  },
  {
    name: 'a dollar sign',
    text: 'SMTP_URL=smtp://u:pa$$w0rd$HOME@h',
    values: { SMTP_URL: 'smtp://u:pa$$w0rd$HOME@h' },
  },
  { name: 'parentheses', text: 'A=me (a@b.example)\n', values: { A: 'me (a@b.example)' } },
  { name: 'a number sign within a value', text: 'A=pa#ss # no comment', values: { A: 'pa#ss # no comment' } },
  { name: 'comments and empty lines', text: '# A=1\n\n  ; B=2\n \t\nC=3', values: { C: '3' } },
  { name: 'CRLF', text: 'A=1\r\nB="2"\r\n\r\nC=\r\n', values: { A: '1', B: '2', C: '' } },
  { name: 'a byte order mark', text: '\uFEFFA=1', values: { A: '1' } },
  { name: 'blanks around', text: '  A = 1 2 \t\nB=3', values: { A: '1 2', B: '3' } },
  { name: 'single quotes', text: 'A=\'a "b" $c \\d\'\nB=1', values: { A: 'a "b" $c \\d', B: '1' } },
  { name: 'double quotes', text: 'A="a \'b\' \\"c\\" \\$d \\e"', values: { A: 'a \'b\' "c" $d \\e' } },
  { name: 'quotes within a value', text: 'A=a"b"c', values: { A: 'a"b"c' } },
  { name: 'quoted parts', text: `A="a b"'c'd`, values: { A: 'a bcd' } },
  { name: 'a value of two lines', text: 'A="a\nb"\nB=c\\\nd\nE="f\\\ng"', values: { A: 'a\nb', B: 'cd', E: 'fg' } },
  { name: 'an escaped blank', text: 'A=a\\ \\b\\\\\n', values: { A: 'a b\\' } },
  { name: 'the last of two', text: 'A=1\nA=2', values: { A: '2' } },
  { name: 'a backtick', text: 'A=`id`', values: { A: '`id`' } },
  { name: 'nothing', text: '', values: {} },
])('$name', ({ text, values }) => expect(parseEnvFile(text)).toEqual(values));

test.each([
  { text: 'A=1\nexport B=2', error: 'line 2: expected NAME=value' },
  { text: '\n\r\nNAME\nB=2', error: 'line 3: expected NAME=value' },
  { text: '1A=2', error: 'line 1: expected NAME=value' },
  { text: 'A=1\nB="2\nC=3', error: 'line 2: a quote is not closed' },
])('$text is refused: $error', ({ text, error }) => expect(() => parseEnvFile(text)).toThrow(error));

test.each([['--env-file'], ['--env-file=']])('%s before the command gives its values, which win', (option) => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'env');
  writeFileSync(file, 'A=1\nB=2');
  const env = { A: '0', C: '3' };
  const args = option.endsWith('=') ? [option + file] : [option, file];
  expect(takeEnvFile([...args, 'serve', '--env-file', 'x'], env)).toEqual(['serve', '--env-file', 'x']);
  expect(env).toEqual({ A: '1', B: '2', C: '3' });
});

test.each([
  { args: ['--env-file'], error: '--env-file: expected FILE, then a command' },
  { args: ['--env-file=', 'serve'], error: '--env-file: expected FILE' },
  { args: ['--env-file', '/no/such', 'serve'], error: '--env-file /no/such: cannot be read (ENOENT)' },
])('$args is refused: $error', ({ args, error }) => expect(() => takeEnvFile(args, {})).toThrow(error));
