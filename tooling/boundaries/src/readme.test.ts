import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingRows } from '@loadcast/gateway/config';
import { expect, test } from 'vitest';
import { pages, ROOT, sourceFiles } from './repository.js';

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
  const source = ['apps/gateway/src', 'packages/storage/src'].flatMap((folder) => sourceFiles(join(ROOT, folder)));
  const code = source.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(quoted.length).toBeGreaterThan(4);
  expect(quoted.filter((line) => !code.includes(line))).toEqual([]);
});
