import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { workspaceFolders } from './repository.js';
import { sourcesBelow } from './source-file.js';

/** Whether a path below the repository, made plain, begins with `..`. */
const isOutside = (path: string): boolean => path === '..' || path.startsWith('../');

/** Texts of a file that lead out of the repository when they are read as paths beside it. */
function outside({ path, texts }: { path: string; texts: readonly string[] }): string[] {
  return texts
    .map((text) => text.slice(1, -1))
    .filter((text) => text.startsWith('../'))
    .filter((text) => isOutside(join(dirname(path), text)));
}

test.each([
  {
    name: 'four folders up from three',
    path: 'packages/core/src/a.test.ts',
    text: '../../../../shared/a.csv',
    leads: true,
  },
  { name: 'the root itself', path: 'packages/core/src/a.test.ts', text: '../../../', leads: false },
  {
    name: 'a file of another package',
    path: 'packages/core/src/a.test.ts',
    text: '../../formats/a.json',
    leads: false,
  },
])('outside: $name', ({ path, text, leads }) => {
  expect(outside({ path, texts: [`'${text}'`] })).toEqual(leads ? [text] : []);
});

test('nothing reads outside the repository: recorded data comes through LOADCAST_TEST_DATA', () => {
  const files = workspaceFolders().flatMap(sourcesBelow);
  const found = files
    .filter(({ path }) => !path.endsWith('outside-reads.test.ts'))
    .flatMap((file) => outside(file).map((text) => `${file.path}: ${text}`));
  expect(found).toEqual([]);
});
