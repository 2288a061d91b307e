import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './repository.js';

/** The most names that the main entry of core may have. */
const MOST_NAMES_OF_CORE = 120;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, { readonly '@loadcast/source': string }>>;
}

/** One entry point of a package, and the file behind it. */
const allDoors = readdirSync(join(ROOT, 'packages')).flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(manifest.exports).flatMap(([subpath, { '@loadcast/source': source }]) =>
    source === undefined
      ? []
      : [
          {
            door: `${manifest.name}${subpath.slice(1)}`,
            file: join(ROOT, 'packages', folder, source),
            isPublished: manifest.private !== true,
          },
        ],
  );
});

const doors = allDoors.filter(({ isPublished }) => isPublished);

test.each(allDoors)('$door exports names one by one', ({ file }) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/^export \*/m);
});

test('the names at the doors are those of doors.snapshot.txt: a new one is a decision (-u writes it)', async () => {
  const lines = doors.flatMap(({ door, file }) => namesAt(file).map((name) => `${door} ${name}\n`));
  await expect(lines.join('')).toMatchFileSnapshot('./doors.snapshot.txt');
});

test(`the main entry of core has at most ${MOST_NAMES_OF_CORE} names, and no name is at two of its doors`, () => {
  const ofCore = doors.filter(({ door }) => door.startsWith('@loadcast/core'));
  const main = ofCore.find(({ door }) => door === '@loadcast/core')!;
  expect(namesAt(main.file).length).toBeLessThanOrEqual(MOST_NAMES_OF_CORE);
  const all = ofCore.flatMap(({ file }) => namesAt(file));
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

/** What an entry file exports, sorted; types are marked. */
function namesAt(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const lists = [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type = '', list]) =>
    list!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => `${name.startsWith('type ') ? '' : type}${name.replace(/^(type )?.* as /, '$1')}`),
  );
  const declared = [...source.matchAll(/^export (?:async )?(const|function|class|interface|type) (\w+)/gm)].map(
    ([, kind, name]) => (kind === 'interface' || kind === 'type' ? `type ${name}` : name!),
  );
  return [...lists, ...declared].sort();
}
