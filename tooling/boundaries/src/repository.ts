import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Every TypeScript file below a folder; none where there is no such folder. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every workspace with TypeScript, below the repository's root: `packages/core`, `apps/gateway`, `tooling/bench`, ... */
export function workspaceFolders(): string[] {
  return ['packages', 'apps', 'tooling']
    .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
}

/** Every Markdown page of the repository, changesets too, relative to its root. */
export function pages(): string[] {
  const isPage = (name: string): boolean => name.endsWith('.md');
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isPage(name) && !/(^|\/)node_modules\//.test(name))
      .map((name) => `${folder}/${name}`);
  return [...readdirSync(ROOT).filter(isPage), ...['.changeset', 'docs', 'packages', 'apps', 'tooling'].flatMap(below)];
}
