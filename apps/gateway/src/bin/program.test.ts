import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const GATEWAY = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(GATEWAY, 'dist/bin');
const PARTS: readonly string[] = JSON.parse(readFileSync(join(PROGRAM, 'parts.json'), 'utf8'));

/** Sources of the packages that only the program has. */
const SOURCES = ['src', ...['accounts', 'backtest', 'observe', 'service'].map((name) => `../../packages/${name}/src`)];

const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(GATEWAY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(GATEWAY, folder, name));

const namesIn = (files: readonly string[], pattern: RegExp) => [
  ...new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1]!))),
];

const packagesOutside = (): string[] => {
  const files = PARTS.map((name) => join(PROGRAM, name));
  const imports = [
    ...namesIn(files, /^(?:import|\} from|export).*?["']([^"'.][^"']*)["'];$/gm),
    ...namesIn(files, /\bimport\("([^".][^"]*)"\)/g),
  ];
  return imports.filter((name) => !name.startsWith('node:')).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
};

test('the program imports from outside only what the gateway depends on, which is installed with it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(GATEWAY, 'package.json'), 'utf8'));
  const packages = packagesOutside();
  expect(packages).toEqual(expect.arrayContaining(['pino', 'fast-xml-parser', 'undici', '@loadcast/console']));
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
});

test.each([
  ['kysely', /Sami Koskimäki/],
  ['zod', /Colin McDonnell/],
])('%s is inside the program, which has its licence', (name, owner) => {
  expect(packagesOutside()).not.toContain(name);
  expect(readFileSync(join(PROGRAM, 'LICENSES.txt'), 'utf8')).toMatch(owner);
});

test('every thread that the sources start is a file of the program', () => {
  const threads = namesIn(
    SOURCES.flatMap((folder) => filesOf(folder, /(?<!\.test)\.ts$/)),
    /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g,
  );
  expect(threads).toContain('forecast-worker.js');
  expect(threads.filter((name) => !existsSync(join(PROGRAM, name)))).toEqual([]);
});

test('it has the command, its threads, the doors of the package and what they reach, and lists no part of an earlier build', () => {
  const reached = new Set([
    'loadcast.js',
    'index.js',
    'config.js',
    ...PARTS.filter((name) => name.endsWith('-worker.js')),
  ]);
  for (const name of reached) {
    for (const part of namesIn([join(PROGRAM, name)], /["']\.\/(part-\w+\.js)["']/g)) reached.add(part);
  }
  expect(PARTS).toEqual([...reached].sort());
});
