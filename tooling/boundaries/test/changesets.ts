import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository.js';

/** A note to the users of packages about a change: `.changeset/some-name.md`. */
export interface Changeset {
  /** Path below the repository's root. */
  readonly path: string;
  /** Package name to `patch`, `minor` or `major`. None says that no user sees the change. */
  readonly bumps: Readonly<Record<string, string>>;
}

/** Every changeset that is not released yet. */
export function pendingChangesets(): Changeset[] {
  return readdirSync(join(ROOT, '.changeset'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `.changeset/${name}`)
    .map((path) => ({ path, bumps: bumpsOf(readFileSync(join(ROOT, path), 'utf8')) }));
}

/** The packages of a changeset's front matter, and how each version rises. */
export function bumpsOf(text: string): Record<string, string> {
  const frontMatter = /^---\n([\s\S]*?)---\n/.exec(text)?.[1] ?? '';
  const rows = [...frontMatter.matchAll(/^['"]?(@?[^'":]+)['"]?: *(\w+)$/gm)];
  return Object.fromEntries(rows.map(([, name, bump]) => [name, bump]));
}

/** A package that is published. */
export interface PublishedPackage {
  readonly name: string;
  /** Whether what its tests share, `src/testing`, is a door of it: suites for adapters of others. */
  readonly hasTestingDoor: boolean;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

/** The published packages by their folder below `packages`. */
export function publishedPackages(): Map<string, PublishedPackage> {
  const named = readdirSync(join(ROOT, 'packages')).map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
    return { folder, manifest };
  });
  return new Map(
    named
      .filter(({ manifest }) => !manifest.private)
      .map(({ folder, manifest: { name, publishConfig } }) => [
        folder,
        { name, hasTestingDoor: './testing' in (publishConfig?.exports ?? {}) },
      ]),
  );
}

/** What a change consists of: the files that differ from its base, and the changesets that belong to it. */
export interface Change {
  readonly paths: readonly string[];
  readonly changesets: readonly Changeset[];
}

/**
 * The change that is checked, uncommitted files included: a branch since it left main; on main itself everything since
 * the last release, which is the last commit that wrote a CHANGELOG.md, or since the first commit.
 *
 * @returns undefined where there is no history to compare with: no git, no repository, or a shallow clone
 */
export function changeSinceBase(): Change | undefined {
  if (!existsSync(join(ROOT, '.git')) || git('rev-parse', '--is-shallow-repository') !== 'false') return undefined;
  const branchedAt = ['origin/main', 'main']
    .map((main) => git('merge-base', 'HEAD', main))
    .find((base) => base !== undefined && base !== git('rev-parse', 'HEAD'));
  const base = branchedAt ?? releasedAt();
  if (base === undefined) return undefined;
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  const paths = [...lines(git('diff', '--name-only', base)), ...untracked];
  // One that says that nobody sees the change holds for its own branch, not for all that is released with it.
  const changesets = pendingChangesets().filter(({ path, bumps }) =>
    branchedAt === undefined ? Object.keys(bumps).length > 0 : paths.includes(path),
  );
  return { paths, changesets };
}

function releasedAt(): string | undefined {
  const release = git('log', '-1', '--format=%H', '--', 'packages/*/CHANGELOG.md');
  return release || lines(git('rev-list', '--max-parents=0', 'HEAD'))[0];
}

const lines = (text: string | undefined): string[] => (text ?? '').split('\n').filter((line) => line !== '');

/** What git prints; undefined where it fails or is not installed. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Packages whose sources, apart from tests, their shared code and pages, are in a change that has no changeset for them. */
export function packagesWithoutChangeset(change: Change, published: ReadonlyMap<string, PublishedPackage>): string[] {
  const isUnseen = change.changesets.some(({ bumps }) => Object.keys(bumps).length === 0);
  if (isUnseen) return [];
  const touched = [...published].filter(([folder, { hasTestingDoor }]) => {
    const ofTests = hasTestingDoor ? OF_TESTS : OF_TESTS_AND_WHAT_THEY_SHARE;
    return change.paths.some((path) => path.startsWith(`packages/${folder}/src/`) && !ofTests.test(path));
  });
  return touched
    .map(([, { name }]) => name)
    .filter((name) => !change.changesets.some(({ bumps }) => Object.hasOwn(bumps, name)));
}

const OF_TESTS = /\.(test\.ts|md)$|\/golden\//;
const OF_TESTS_AND_WHAT_THEY_SHARE = /\.(test\.ts|md)$|\/golden\/|\/testing\//;
