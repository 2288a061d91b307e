import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingRows } from '@loadcast/gateway/config';
import { expect, test } from 'vitest';
import { PROGRAM_SOURCES, pages, ROOT, sourceFiles } from './repository.js';

const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const readme = page('README.md');
const operations = page('OPERATIONS.md');

/** Rows of the settings tables of a page, one setting each. */
const settingsIn = (page: string): string[] => {
  const block = /<!-- settings[^>]*-->\n([\s\S]*?)\n?<!-- \/settings -->/.exec(page)?.[1] ?? '';
  return block.split('\n').filter((line) => line.startsWith('| `'));
};

const wantedSettings = settingRows().map(({ name, defaultText, description }) => {
  const cells = [`\`${name}\``, defaultText === '' ? '' : `\`${defaultText}\``, description];
  return `| ${cells.join(' | ')} |`;
});

test('OPERATIONS.md lists every setting once, word for word as config.ts', () => {
  expect(settingsIn(operations).sort()).toEqual([...wantedSettings].sort());
});

test('README.md lists eight of these settings', () => {
  const rows = settingsIn(readme);
  expect(rows).toHaveLength(8);
  expect(rows.filter((row) => !wantedSettings.includes(row))).toEqual([]);
});

test('the first screen has the two commands and one request with its reply', () => {
  const firstScreen = readme.split('\n').slice(0, 25).join('\n');
  for (const part of ['npm start', 'npm test', 'curl', '"value_mw"']) expect(firstScreen).toContain(part);
});

test('every figure of speed and size in the README is on the page that explains it', () => {
  const claims = /## How fast, and what it costs\n([\s\S]*?)\n## /.exec(readme)![1]!.replace(/\s+/g, ' ');
  const sizes = [...claims.matchAll(/\d+ MB/g)].map(([size]) => size);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.filter((size) => !operations.includes(size))).toEqual([]);
  const [readCost] = /[\d.]+ µs/.exec(claims)!;
  expect(page('docs/performance.md')).toContain(`costs ${readCost} of CPU`);
});

test('every row of skill in the README is a row of docs/forecasting.md', () => {
  const rows = /## How good\n([\s\S]*?)\n## /
    .exec(readme)![1]!
    .split('\n')
    .filter((line) => /\(\d\d\)/.test(line));
  const cells = rows.map((row) => row.replaceAll('**', '').split('|').slice(2).join('|'));
  expect(cells).toHaveLength(3);
  expect(cells.filter((cell) => !page('docs/forecasting.md').includes(cell))).toEqual([]);
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
  const quoted = [...operations.replace(/\s+/g, ' ').matchAll(/"([^"]+)"(?= in the log)|log has no "([^"]+)"/g)].map(
    ([, one, two]) => one ?? two!,
  );
  const source = [...PROGRAM_SOURCES, 'packages/storage/src'].flatMap((folder) => sourceFiles(join(ROOT, folder)));
  const code = source.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(quoted.length).toBeGreaterThan(4);
  expect(quoted.filter((line) => !code.includes(line))).toEqual([]);
});
