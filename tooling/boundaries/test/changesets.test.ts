import { expect, test } from 'vitest';
import { publishedFolders, readManifest } from '../../release/manifests.mjs';
import {
  bumpsOf,
  changeSinceBase,
  packagesWithoutChangeset,
  pendingChangesets,
  publishedPackages,
} from './changesets.js';

const published = publishedPackages();
const change = changeSinceBase();

test('bumpsOf reads the packages of the front matter, not of the text', () => {
  const text = "---\n'@loadcast/core': minor\n\"@loadcast/formats\": patch\n---\n\nNote: 'a': b\n";
  expect(bumpsOf(text)).toEqual({ '@loadcast/core': 'minor', '@loadcast/formats': 'patch' });
  expect(bumpsOf('---\n---\n\nOnly comments.\n')).toEqual({});
});

const folders = new Map([
  ['a', { name: '@loadcast/a', hasTestingDoor: false }],
  ['b', { name: '@loadcast/b', hasTestingDoor: true }],
]);
const note = (...names: string[]) => ({
  path: '.changeset/x.md',
  bumps: Object.fromEntries(names.map((n) => [n, 'patch'])),
});

test.each([
  { name: 'a touched package without a note', paths: ['packages/a/src/a.ts'], notes: [], without: ['@loadcast/a'] },
  { name: 'a touched package with one', paths: ['packages/a/src/a.ts'], notes: [note('@loadcast/a')], without: [] },
  {
    name: 'a note of another package',
    paths: ['packages/b/src/b.ts'],
    notes: [note('@loadcast/a')],
    without: ['@loadcast/b'],
  },
  {
    name: 'a test, a golden file, a page',
    paths: ['packages/a/src/a.test.ts', 'packages/a/golden/a.xml', 'packages/a/src/README.md', 'README.md'],
    notes: [],
    without: [],
  },
  { name: 'what only tests share', paths: ['packages/a/src/testing/a.ts'], notes: [], without: [] },
  {
    name: 'what tests share and a door publishes',
    paths: ['packages/b/src/testing/b.ts'],
    notes: [],
    without: ['@loadcast/b'],
  },
  { name: 'an empty note: no user sees it', paths: ['packages/a/src/a.ts'], notes: [note()], without: [] },
])('packagesWithoutChangeset: $name', ({ paths, notes, without }) => {
  expect(packagesWithoutChangeset({ paths, changesets: notes }, folders)).toEqual(without);
});

test.each(pendingChangesets())('$path names packages of this repository, each with a bump', ({ bumps }) => {
  const names = publishedFolders().map((folder) => readManifest(folder).name); // of the program and its console too
  expect(
    Object.entries(bumps).filter(([name, bump]) => !names.includes(name) || !/^(patch|minor|major)$/.test(bump)),
  ).toEqual([]);
});

test.skipIf(change === undefined)('every published package that the change touches has a changeset', () => {
  expect(packagesWithoutChangeset(change!, published)).toEqual([]);
});
