import { readFileSync } from 'node:fs';
import { BUDGETS, LIMITS } from '@loadcast/core/budgets';
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
  { text: 'let known; export function put(a) { known ??= new Map(); known.set(a, 1); }', kept: ['known'] },
  { text: 'let last = []; export function put(a) { last = [...last, a]; }', kept: ['last'] },
  {
    text: 'class A { #kept; constructor() { this.#kept = new Map(); } put(a) { this.#kept.set(a); } }',
    kept: ['#kept'],
  },
  { text: 'const known = {}; export function put(a) { known[a] = 1; }', kept: ['known'] },
  { text: 'const known = new Map() as Known; export function put(a) { known.set(a, 1); }', kept: ['known'] },
  {
    text: 'function sum(rows) { let sums = []; for (const row of rows) sums = [...sums, row]; return sums; }',
    kept: [],
  },
  { text: "const NAMES = new Map([['a', 1]]); export const find = (a) => NAMES.get(a);", kept: [] },
])('$text keeps $kept', ({ text, kept }) => expect(keptCollections(text)).toEqual(kept));

const PUBLISHED_SOURCES = ['core', 'formats', 'storage', 'surface-a', 'surface-b', 'surface-c'].map(
  (name) => `packages/${name}/src`,
);

const sources = [...PROGRAM_SOURCES, ...PUBLISHED_SOURCES]
  .flatMap((folder) => sourceFiles(`${ROOT}${folder}`))
  .filter((file) => !isTestCode(file))
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

const isCache = ({ effect }: { readonly effect: string }): boolean => effect === 'the oldest is dropped';

test('every cache of the registry is a map of the code, and a map has a row', () => {
  const caches = sources.flatMap(({ text }) =>
    [...text.matchAll(/new BudgetMap(?:<.*>)?\(\s*'(\w+)'/g)].map(([, name]) => name!),
  );
  const rows = Object.entries(BUDGETS).filter(([, budget]) => isCache(budget));
  expect([...new Set(caches)].sort()).toEqual(rows.map(([name]) => name).sort());
});

test('docs/security.md has the lists of budgets, caches and limits', () => {
  const page = readFileSync(`${ROOT}docs/security.md`, 'utf8');
  const places = ({ bound, per }: { bound: number; per: string }) => `${bound.toLocaleString('en-US')}/${per}`;
  const line = (name: string, { bound, per }: { bound: number; per: string }, ...texts: string[]) =>
    `- \`${name}\` ${places({ bound, per })}: ${texts.join('; ')}\n`;
  const rows = Object.entries(BUDGETS);
  const held = rows.flatMap(([name, row]) => (isCache(row) ? [] : [line(name, row, row.holds, row.effect)]));
  const caches = rows.flatMap(([name, row]) => (isCache(row) ? [`\`${name}\` ${places(row)}`] : []));
  const limits = Object.entries(LIMITS).map(([name, row]) => line(name, row, row.counts, `\`${row.refusal}\``));
  const listed = page.slice(page.indexOf('## Budgets')).match(/^- .*\n/gm);
  expect(listed).toEqual([...held, ...limits]);
  expect(page).toContain(`:\n${caches.join(',\n')}.\n`);
});
