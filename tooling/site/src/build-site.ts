import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetOf } from './links.js';
import { readMarkdown } from './markdown.js';
import { renderPage, type SourcePage } from './render-page.js';
import { searchEntries } from './search-index.js';
import { addressOf, ROOT, repositoryPages, sectionsOf } from './site-map.js';

const STATIC = fileURLToPath(new URL('../static', import.meta.url));

/** Reads a page of the repository. @throws {Error} it has what the site does not render, with its path */
export function readPage(path: string): SourcePage {
  try {
    return { path, ...readMarkdown(readFileSync(join(ROOT, path), 'utf8')) };
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes the whole site into a folder, which it empties before. @returns addresses of its pages */
export function buildSite(folder: string): string[] {
  const pages = new Map(repositoryPages().map((path) => [path, readPage(path)]));
  const sections = sectionsOf([...pages.keys()]);
  rmSync(folder, { recursive: true, force: true });
  cpSync(STATIC, folder, { recursive: true });
  for (const page of pages.values()) {
    write(join(folder, addressOf(page.path)), renderPage(page, sections, pages));
    for (const picture of picturesOf(page, new Set(pages.keys()))) {
      mkdirSync(dirname(join(folder, picture)), { recursive: true });
      copyFileSync(join(ROOT, picture), join(folder, picture));
    }
  }
  const entries = sections.flatMap((section) => section.pages.flatMap((path) => searchEntries(pages.get(path)!)));
  write(join(folder, 'search-index.js'), `globalThis.searchEntries = ${JSON.stringify(entries)};\n`);
  return [...pages.keys()].map(addressOf);
}

/** Every link and picture of a page as written, except links in code. */
export function linksOf({ path }: Pick<SourcePage, 'path'>): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, 'code');
  const inMarkdown = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!);
  return [...inMarkdown, ...[...text.matchAll(/ (?:src|srcset|href)="([^"]+)"/g)].map(([, href]) => href!)];
}

function picturesOf(page: SourcePage, names: ReadonlySet<string>): string[] {
  return linksOf(page).flatMap((href) => {
    const target = targetOf(page.path, href, names);
    return target.kind === 'picture' ? [target.path] : [];
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** npm run docs [-- FOLDER] */
export function run(folder = join(ROOT, 'dist/docs')): void {
  const target = resolve(folder);
  const pages = buildSite(target);
  process.stdout.write(`${pages.length} pages: ${join(target, 'index.html')}\n`);
}
