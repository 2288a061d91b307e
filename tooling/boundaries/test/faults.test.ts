import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles, workspaceFolders } from './repository.js';

/** A row of docs/faults.md. */
interface FaultRow {
  readonly number: number;
  /** What the last column says: tests in backticks, or why there is none. */
  readonly shownBy: string;
  /** Tests as `workspace/file`, without endings. */
  readonly tests: readonly string[];
}

const rows: FaultRow[] = [
  ...readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm),
].map(([, number, shownBy]) => ({
  number: Number(number),
  shownBy: shownBy!,
  tests: isExcuse(shownBy!) ? [] : [...shownBy!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
}));

function isExcuse(shownBy: string): boolean {
  return /^Not (tested|built)/.test(shownBy);
}

/** Numbers of faults by the test file that cites them, as `workspace/file`. A file may move inside its workspace. */
const citations = workspaceFolders().flatMap((folder) =>
  sourceFiles(join(ROOT, folder))
    .filter((file) => relative(ROOT, file) !== 'tooling/boundaries/test/faults.test.ts')
    .map((file) => {
      const cited = [...readFileSync(file, 'utf8').matchAll(/\bfaults? (\d+(?:, \d+)*)/gi)];
      const numbers = new Set(cited.flatMap(([, list]) => list!.split(', ').map(Number)));
      return { name: `${basename(folder)}/${basename(file).replace(/(\.test|\.budget)?\.ts$/, '')}`, numbers };
    }),
);

test('rows are numbered from 1 without gaps', () => {
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
});

test('every row names a test, or says why there is none', () => {
  const bare = rows.filter(({ tests, shownBy }) => tests.length === 0 && !isExcuse(shownBy));
  expect(bare.map(({ number }) => number)).toEqual([]);
});

test.each(rows.filter(({ tests }) => tests.length > 0))('the tests of fault $number cite it', ({ number, tests }) => {
  const citing = citations.filter(({ numbers }) => numbers.has(number)).map(({ name }) => name);
  expect(tests.filter((name) => !citing.includes(name))).toEqual([]);
});

test('a row that says that it is not tested is cited by none', () => {
  const untested = new Set(rows.filter(({ tests }) => tests.length === 0).map(({ number }) => number));
  const citing = citations.filter(({ numbers }) => [...numbers].some((number) => untested.has(number)));
  expect(citing.map(({ name }) => name)).toEqual([]);
});

test('no test cites a fault that has no row', () => {
  const cited = new Set(citations.flatMap(({ numbers }) => [...numbers]));
  expect([...cited].filter((number) => number < 1 || number > rows.length)).toEqual([]);
});
