import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingRows } from '@loadcast/gateway/config';
import { expect, test } from 'vitest';
import { PROGRAM_SOURCES, pages, ROOT, sourceFiles } from './repository.js';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the table of settings is the configuration schema, word for word', () => {
  const rows = settingRows().map(({ name, defaultText, description }) => {
    const cells = [`\`${name}\``, defaultText === '' ? '' : `\`${defaultText}\``, description];
    return `| ${cells.join(' | ')} |`;
  });
  const wanted = ['| setting | default | what it is |', '|---|---|---|', ...rows].join('\n');
  const written = /<!-- settings[^>]*-->\n([\s\S]*?)\n?<!-- \/settings -->/.exec(readme)?.[1];
  expect(written).toBe(wanted);
});

test('the first screen has the two commands and one request with its reply', () => {
  const firstScreen = readme.split('\n').slice(0, 25).join('\n');
  for (const part of ['npm start', 'npm test', 'curl', '"value_mw"']) expect(firstScreen).toContain(part);
});

test('what the README says of speed and cost stands where it was measured', () => {
  const page = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
  const said = /## How fast, and what it costs\n([\s\S]*?)\n## /.exec(readme)![1]!.replace(/\s+/g, ' ');
  const [, read, known] = /costs ([\d.]+) times .* \(304\) ([\d.]+) times/.exec(said)!;
  const cellsOf = (row: string): string[] =>
    [...page('docs/performance.md').matchAll(/^\| (.+?) \|(.*)\|$/gm)]
      .filter(([, name]) => name === row)
      .flatMap(([, , cells]) => cells!.split('|').map((cell) => cell.trim()));
  expect(cellsOf('forecast')).toContain(read);
  expect(cellsOf('forecast, 304')).toContain(known);
  const sizes = [...said.matchAll(/(\d+ MB)(?! of program)/g)].map(([, size]) => size!);
  expect(sizes.length).toBeGreaterThan(1);
  for (const size of sizes) expect(page('OPERATIONS.md')).toContain(size);
});

test('the pictures of the README weigh less than 150 KB together', () => {
  const pictures = [...readme.matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, path]) => join(ROOT, path!));
  expect(pictures).toHaveLength(2);
  expect(pictures.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(150_000);
});

test('every package is in the table', () => {
  for (const name of readdirSync(join(ROOT, 'packages'))) expect(readme).toContain(`(packages/${name})`);
});

test.each(pages())('every link of %s leads somewhere', (page) => {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((m) => m[1]!);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

/** A path of this repository in backticks, from its root. */
const PATH = /`((?:packages|apps|tooling|docs|deploy|examples)\/[\w./-]+)`/g;

test.each(pages())('every path in %s exists', (page) => {
  const paths = [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)].map(([, path]) => path!);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every line of the log that OPERATIONS.md quotes is one that the program writes', () => {
  const page = readFileSync(join(ROOT, 'OPERATIONS.md'), 'utf8').replace(/\s+/g, ' ');
  const quoted = [...page.matchAll(/"([^"]+)"(?= in the log)|log has no "([^"]+)"/g)].map(
    ([, one, two]) => one ?? two!,
  );
  const source = [...PROGRAM_SOURCES, 'packages/storage/src'].flatMap((folder) => sourceFiles(join(ROOT, folder)));
  const code = source.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(quoted.length).toBeGreaterThan(4);
  expect(quoted.filter((line) => !code.includes(line))).toEqual([]);
});
