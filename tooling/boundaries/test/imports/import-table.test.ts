import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '../repository.js';
import { BUILT_IN, MAY_DEPEND_ON, TOOLING } from './import-table.data.js';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** What a package's users install with it or bring along; vitest is a peer of the suites for tests only. */
const needs = ({ dependencies, peerDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'vitest');

const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(ROOT, parent)).map((name) => join(ROOT, parent, name)),
);
const packages = folders.map((folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
}));

test('every package has a row in the import table, and every row a package', () => {
  expect(packages.map(({ manifest }) => manifest.name).sort()).toEqual(Object.keys(MAY_DEPEND_ON).sort());
});

test.each(packages)('$manifest.name declares no dependency outside its row', ({ manifest }) => {
  const row = MAY_DEPEND_ON[manifest.name] ?? [];
  expect(needs(manifest).filter((name) => !row.includes(name))).toEqual([]);
});

test.each(packages)('$manifest.name imports only what it declares', ({ folder, manifest }) => {
  const development = Object.keys(manifest.devDependencies ?? {});
  const builtIn = (BUILT_IN[manifest.name] ?? []).filter((name) => development.includes(name));
  const allowed = new Set([manifest.name, ...needs(manifest), ...builtIn]);
  const allowedInTests = new Set([...allowed, ...development]);
  const strangers = sourceFiles(join(folder, 'src')).flatMap((file) =>
    importsOf(file)
      .filter((name) => !(isTest(file) ? allowedInTests : allowed).has(name))
      .map((name) => `${file.slice(ROOT.length)} imports ${name}`),
  );
  expect(strangers).toEqual([]);
});

test('core reads no clock, no environment, no timer and does no I/O', () => {
  const forbidden =
    /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bset(Timeout|Interval|Immediate)\(|\bMath\.random\(|from 'node:/;
  const offenders = sourceFiles(join(ROOT, 'packages/core/src')).filter((file) => {
    const isTest = file.endsWith('.test.ts') || file.includes('/testing/');
    return !isTest && forbidden.test(withoutComments(readFileSync(file, 'utf8')));
  });
  expect(offenders.map((file) => file.slice(ROOT.length))).toEqual([]);
});

test('nothing published imports tooling', () => {
  const users = folders.flatMap((folder) =>
    sourceFiles(join(folder, 'src')).filter((file) => importsOf(file).some((name) => TOOLING.includes(name))),
  );
  expect(users).toEqual([]);
});

const isTest = (file: string): boolean => /\.test\.ts$|\/testing\//.test(file);

/** Package names that a source file imports: not node's own, not relative files, and in tests not the tests' tools. */
function importsOf(file: string): string[] {
  const code = withoutComments(readFileSync(file, 'utf8'));
  const specifiers = [...code.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm)].map(
    (m) => m[1]!,
  );
  return specifiers
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !isTest(file) || !(name === 'vitest' || name === 'fast-check' || name.startsWith('@loadcast/')));
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
