import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SECTIONS, type Section } from './site-map.data.js';

/** The repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Pages that are no documentation: notes of a release, and forms. */
const NO_PAGES = /^\.|(^|\/)CHANGELOG\.md$/;

/** Every Markdown page of the repository that is documentation, from its root. New ones count before they are committed. */
export function repositoryPages(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return listed.filter((page) => !NO_PAGES.test(page)).sort();
}

/** The sections with their pages one by one; the last takes what no other names. @throws {Error} a row names no page */
export function sectionsOf(pages: readonly string[], sections = SECTIONS): Section[] {
  const left = new Set(pages);
  const named = sections.map(({ title, pages: rows }) => ({
    title,
    pages: rows.flatMap((row) => {
      const found = row.endsWith('/') ? inFolder(row, pages) : pages.filter((page) => page === row);
      if (found.length === 0) throw new Error(`the site map names ${row}, which is no page`);
      for (const page of found) left.delete(page);
      return found;
    }),
  }));
  const last = named.at(-1)!;
  return [...named.slice(0, -1), { ...last, pages: [...last.pages, ...left] }].filter(
    (section) => section.pages.length > 0,
  );
}

function inFolder(folder: string, pages: readonly string[]): string[] {
  const inside = pages.filter((page) => page.startsWith(folder) && !page.slice(folder.length).includes('/'));
  const readme = `${folder}README.md`;
  return [...inside.filter((page) => page === readme), ...inside.filter((page) => page !== readme)];
}

/** Where a page is in the site. */
export function addressOf(page: string): string {
  return page.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}
