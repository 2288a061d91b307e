import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';

/** A row of docs/faults.md. */
interface FaultRow {
  readonly number: number;
  /** What the last column says: tests in backticks, or why there is none. */
  readonly shownBy: string;
  readonly tests: readonly string[];
}

const rows: FaultRow[] = [
  ...readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm),
].map(([, number, shownBy]) => ({
  number: Number(number),
  shownBy: shownBy!,
  tests: /^Not /.test(shownBy!)
    ? []
    : [...shownBy!.matchAll(/`([\w/-]+(?:\.test|\.budget)?\.ts)`/g)].map(([, name]) => name!),
}));

/** Numbers of faults by the file that cites them. */
const citations = new Map(
  ['packages', 'apps', 'tooling']
    .flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const numbers = [...text.matchAll(/\bfaults? (\d+(?:, \d+)*)/gi)].flatMap(([, list]) =>
        list!.split(', ').map(Number),
      );
      return [file, new Set(numbers)];
    }),
);

test('rows are numbered from 1 without gaps', () => {
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
});

test('every row names a test, or says why there is none', () => {
  const bare = rows.filter(({ tests, shownBy }) => tests.length === 0 && !/^Not (tested|built)/.test(shownBy));
  expect(bare.map(({ number }) => number)).toEqual([]);
});

test.each(rows.filter(({ tests }) => tests.length > 0))(
  'fault $number is cited by the tests it names and by no other',
  (row) => {
    const named = row.tests.map((name) => {
      const files = [...citations.keys()].filter((file) => file.endsWith(`/${name}`));
      return files.length === 1 ? files[0] : `${files.length} files are called ${name}`;
    });
    const citing = [...citations].filter(([, numbers]) => numbers.has(row.number)).map(([file]) => file);
    expect(citing.sort()).toEqual(named.sort());
  },
);
