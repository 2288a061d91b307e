import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingRows } from '@loadcast/gateway/config';
import { expect, test } from 'vitest';
import { slugOf } from '../../guides/src/markdown.js';
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

/** The text of a page without its code. */
const proseOf = (path: string): string =>
  page(path)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** Anchors of the headings of a page, as a forge gives them: a second heading of one name has `-1`. */
function anchorsOf(path: string): string[] {
  const slugs = [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!));
  return slugs.map((slug, i) => {
    const before = slugs.slice(0, i).filter((each) => each === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

function isBroken(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)| (?:src|srcset|href)="(?!https?:)([^"]+)"/g;

test.each(pages())('every link of %s leads to a file and a heading that are there', (path) => {
  const links = [...proseOf(path).matchAll(LINK)].map(([, inText, inTag]) => (inText ?? inTag)!);
  expect(links.filter((link) => isBroken(path, link))).toEqual([]);
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
