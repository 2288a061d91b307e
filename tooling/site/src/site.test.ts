import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, linksOf, readPage } from './build-site.js';
import { targetOf } from './links.js';
import { repositoryPages, sectionsOf } from './site-map.js';

const pages = repositoryPages();
const names = new Set(pages);
let folder: string;
let addresses: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-site-'));
  addresses = buildSite(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const built = (address: string): string => readFileSync(join(folder, address), 'utf8');
const idsOf = (html: string): Set<string> => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
const anchorsOf = (page: string) =>
  new Set(readPage(page).blocks.flatMap((block) => (block.kind === 'heading' && block.id ? [block.id] : [])));

test('the pages of every kind are there', () => {
  for (const page of ['README.md', 'docs/contract.md', 'docs/recipes/pandas.md', 'packages/core/README.md'])
    expect(pages).toContain(page);
});

test.each(pages)('every link of %s leads to a page and a heading that are there', (page) => {
  const broken = linksOf({ path: page }).filter((href) => {
    const target = targetOf(page, href, names);
    if (target.kind === 'page') return target.anchor !== '' && !anchorsOf(target.page).has(target.anchor);
    return target.kind === 'nowhere';
  });
  expect(broken).toEqual([]);
});

test('every link, picture, style and script of the site is in it, with its anchor', () => {
  const broken = addresses.flatMap((address) =>
    [...built(address).matchAll(/ (?:href|src|srcset)="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^[a-z]+:/.test(href)) return [];
      const [path = '', anchor] = href.split('#');
      const file = path === '' ? address : join(dirname(address), path);
      if (!existsSync(join(folder, file))) return [`${address}: ${href}`];
      return anchor !== undefined && !idsOf(built(file)).has(anchor) ? [`${address}: ${href}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});

test('every page is listed once', () => {
  const listed = sectionsOf(pages).flatMap((section) => section.pages);
  expect(listed.sort()).toEqual([...pages].sort());
});

test('a row of the site map that names no page is an error', () => {
  expect(() => sectionsOf(pages, [{ title: 'x', pages: ['docs/no-such-page.md'] }])).toThrow('docs/no-such-page.md');
});

test('no page takes anything from another host, has a script in itself, or lets one in', () => {
  for (const address of addresses) {
    const html = built(address);
    expect(html).toContain(`content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'`);
    expect(html).not.toMatch(/<script(?![^>]* src=)| on[a-z]+="|<style| style="|src="https?:|<link[^>]+href="https?:/);
  }
});

/** The search as the browser runs it, on the index as it is written. */
function found(query: string): readonly { readonly to: string }[] {
  const context = { document: { getElementById: () => ({ addEventListener: () => undefined }) } };
  return runInNewContext(`${built('search-index.js')}\n${built('search.js')}\nfind(${JSON.stringify(query)})`, context);
}

test.each([
  ['conformal', /forecasting|core/],
  ['X-Ignored-Parameters', /contract\.html/],
  ['DRAIN_DELAY proxy', /OPERATIONS\.html#behind-a-proxy/],
  ['If-None-Match 304', /contract|api|quick-starts/],
])('a search for %s finds its section first or soon', (query, to) => {
  const hits = found(query)
    .slice(0, 5)
    .map((hit) => hit.to);
  expect(hits.join(' ')).toMatch(to);
});

test('a search for what is nowhere finds nothing', () => expect(found('xylophone')).toHaveLength(0));
