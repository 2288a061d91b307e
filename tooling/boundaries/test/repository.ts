import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Sources of the program that the gateway is, its private packages included. */
export const PROGRAM_SOURCES = [
  'apps/gateway/src',
  'packages/accounts/src',
  'packages/backtest/src',
  'packages/mcp/src',
  'packages/observe/src',
  'packages/service/src',
];

const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', 'dist']);

/** Every file below a folder; installed and built files are skipped. None where there is no such folder. */
function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !NOT_OURS.has(entry.name)) yield* filesBelow(path);
  }
}

/** Every TypeScript file below a folder that somebody edits; none where there is no such folder. */
export function sourceFiles(folder: string): string[] {
  return [...filesBelow(folder)].filter((path) => /(?<!\.generated)\.tsx?$/.test(path));
}

/** Every workspace with TypeScript, below the repository's root: `packages/core`, `apps/gateway`, `tooling/bench`, ... */
export function workspaceFolders(): string[] {
  return ['packages', 'apps', 'tooling']
    .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
}

/** Folders with pages. */
const FOLDERS = ['.changeset', '.github', 'docs', 'packages', 'apps', 'clients', 'deploy', 'examples', 'tooling'];

/** Every Markdown page of the repository, changesets too, relative to its root. */
export function pages(): string[] {
  const isPage = (name: string): boolean => name.endsWith('.md');
  const below = (folder: string): string[] =>
    [...filesBelow(join(ROOT, folder))].filter(isPage).map((path) => path.slice(ROOT.length));
  return [...readdirSync(ROOT).filter(isPage), ...FOLDERS.flatMap(below)];
}
