import { dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { workspaceFolders } from '../repository.js';
import { isTestCode, parseSource, sourcesBelow } from '../source-file.js';
import {
  FILE_EXCEPTIONS,
  FOLDER_EXCEPTIONS,
  FUNCTION_EXCEPTIONS,
  MOST_FILE_LINES,
  MOST_FILES_IN_A_FOLDER,
  MOST_FUNCTION_LINES,
  type SizeException,
} from './sizes.data.js';

interface Size {
  readonly what: string;
  readonly size: number;
}

const files = workspaceFolders().flatMap(sourcesBelow);
const sources = files.filter(({ path }) => !isTestCode(path));

test.each([
  { name: 'a declaration', code: 'function f() {\n  return 1;\n}\n', found: { name: 'f', lines: 3 } },
  { name: 'an arrow', code: 'const f = () =>\n  1;\n', found: { name: 'f', lines: 2 } },
  { name: 'a method', code: 'class A {\n  m(): void {\n  }\n}\n', found: { name: 'm', lines: 2 } },
  {
    name: 'a member of an object',
    code: 'const o = {\n  g: async () => {\n  },\n};\n',
    found: { name: 'g', lines: 2 },
  },
])('$name is a function, with its name and its lines', ({ code, found }) => {
  expect(parseSource('made-up.ts', code).functions).toEqual([found]);
});

test(`no function has more than ${MOST_FUNCTION_LINES} lines`, () => {
  const sizes = sources.flatMap(({ path, functions }) =>
    functions.map(({ name, lines }) => ({ what: `${path} ${name}`, size: lines })),
  );
  expectNoLarger(sizes, MOST_FUNCTION_LINES, FUNCTION_EXCEPTIONS);
});

test(`no file has more than ${MOST_FILE_LINES} lines`, () => {
  const sizes = sources.map(({ path, lines }) => ({ what: path, size: lines }));
  expectNoLarger(sizes, MOST_FILE_LINES, FILE_EXCEPTIONS);
});

test(`no folder has more than ${MOST_FILES_IN_A_FOLDER} files`, () => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const sizes = [...counts].map(([what, size]) => ({ what, size }));
  expectNoLarger(sizes, MOST_FILES_IN_A_FOLDER, FOLDER_EXCEPTIONS);
});

const ENGINE = 'packages/core/src/forecast/';

test('each room of the engine has at least as many lines of tests as of code', () => {
  const rooms = new Map<string, { code: number; tests: number }>();
  for (const { path, lines } of files.filter(({ path }) => path.startsWith(ENGINE) && !path.endsWith('.data.ts'))) {
    const [room = '', ...inside] = path.slice(ENGINE.length).split('/');
    if (inside.length === 0) continue;
    const counted = rooms.get(room) ?? { code: 0, tests: 0 };
    counted[isTestCode(path) ? 'tests' : 'code'] += lines;
    rooms.set(room, counted);
  }
  expect(rooms.size).toBeGreaterThanOrEqual(8);
  expect([...rooms].filter(([, { code, tests }]) => tests < code)).toEqual([]);
});

/** Fails on what exceeds the limit or its exception, and on exceptions that nothing needs. */
function expectNoLarger(sizes: readonly Size[], most: number, exceptions: readonly SizeException[]): void {
  const larger = sizes.filter(({ size }) => size > most);
  const limits = new Map(exceptions.map(({ what, most: limit }) => [what, limit]));
  expect(larger.filter(({ what, size }) => size > (limits.get(what) ?? most))).toEqual([]);
  const needed = new Set(larger.map(({ what }) => what));
  expect(exceptions.filter(({ what }) => !needed.has(what))).toEqual([]);
}
