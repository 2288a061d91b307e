import { readFileSync } from 'node:fs';
import { BUDGETS } from '@loadcast/core/budgets';
import { expect, test } from 'vitest';
import { expectOnlyExceptions } from '../exceptions.js';
import { PROGRAM_SOURCES, ROOT, sourceFiles } from '../repository.js';
import { isTestCode } from '../source-file.js';
import { keptCollections } from './kept-collections.js';
import { WITHOUT_BUDGET } from './without-budget.data.js';

test.each([
  { text: 'class A { #kept = new Map(); put(a) { this.#kept.set(a, 1); } }', kept: ['#kept'] },
  { text: 'class A { list: string[] = []; put(a) { this.list.push(a); } }', kept: ['list'] },
  { text: 'const known = new Set<string>(); export function put(a) { known.add(a); }', kept: ['known'] },
  { text: 'function open() { const kept = new Map(); return { put: (a) => kept.set(a, 1) }; }', kept: ['kept'] },
  {
    text: 'function open() { const kept = new Map(); return { put: (as) => as.forEach((a) => kept.set(a)) }; }',
    kept: ['kept'],
  },
  {
    text: 'function sum(rows) { const sums = new Map(); rows.forEach((row) => sums.set(row, 1)); return sums; }',
    kept: [],
  },
  { text: 'function sum(rows) { const sums = []; for (const row of rows) sums.push(row); return sums; }', kept: [] },
  { text: "const NAMES = new Map([['a', 1]]); export const find = (a) => NAMES.get(a);", kept: [] },
])('$text keeps $kept', ({ text, kept }) => expect(keptCollections(text)).toEqual(kept));

const sources = ['packages/formats/src/node', ...PROGRAM_SOURCES.filter((folder) => !folder.includes('backtest'))]
  .flatMap((folder) => sourceFiles(`${ROOT}${folder}`))
  .filter((file) => !isTestCode(file) && !file.includes('/cli/'))
  .map((file) => ({ path: file.slice(ROOT.length), text: readFileSync(file, 'utf8') }));

/** What the file counts against a budget. */
const watched = (text: string): string =>
  [...text.matchAll(/watchBudget\(([\s\S]*?)\n? *\);/g)].map(([, given]) => given).join('\n');

test('every collection that is kept across requests has a budget, or a reason why it cannot grow', () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap(({ path, text }) =>
    keptCollections(text)
      .filter((name) => !watched(text).includes(name))
      .map((name) => `${path} ${name}`),
  );
  expectOnlyExceptions(found, WITHOUT_BUDGET);
});

test('docs/security.md has the table of budgets', () => {
  const rows = Object.entries(BUDGETS).map(
    ([name, { holds, per, bound, effect }]) =>
      `| \`${name}\` | ${holds} | ${per} | ${bound.toLocaleString('en-US')} | ${effect} |`,
  );
  expect(readFileSync(`${ROOT}docs/security.md`, 'utf8')).toContain(`${rows.join('\n')}\n`);
});
