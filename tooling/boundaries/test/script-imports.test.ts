import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './repository.js';

/** Scripts in JavaScript, which the type checker does not see. */
const scripts = execFileSync('git', ['ls-files', '*.mjs'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** What the scripts import by name from the packages. */
const imports = scripts.flatMap((script) => {
  const code = readFileSync(join(ROOT, script), 'utf8');
  return [...code.matchAll(/^import \{([^}]*)\} from '(@loadcast\/[^']+)';/gm)].map(([, names = '', door = '']) => ({
    script,
    door,
    names: names.split(',').map((name) => name.trim().split(' as ')[0]!),
  }));
});

test('there are scripts that import from the packages', () => expect(imports.length).toBeGreaterThan(1));

/** The source file behind a door, such as `@loadcast/core/time`. */
function sourceOf(door: string): string {
  const [, name = '', ...rest] = door.split('/');
  const folder = join(ROOT, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly '@loadcast/source': string }>>;
  };
  const entry = exports[['.', ...rest].join('/')];
  if (!entry) throw new Error(`${door} is no door of its package`);
  return join(folder, entry['@loadcast/source']);
}

test.each(imports)('$script imports from $door what is there: $names', async ({ door, names }) => {
  const exported = Object.keys((await import(/* @vite-ignore */ sourceOf(door))) as object);
  expect(names.filter((name) => name !== '' && !exported.includes(name))).toEqual([]);
});
