import { escapeXml } from '@loadcast/formats';
import { htmlOf, inline } from '../../../apps/gateway/src/docs/blocks.js';
import { hrefOf, targetOf } from './links.js';
import { type MarkdownPage, plainText } from './markdown.js';
import { type Section, SHORT_TITLES } from './site-map.data.js';
import { addressOf } from './site-map.js';

/** A page of the repository, read. */
export interface SourcePage extends MarkdownPage {
  /** Path from the repository's root. */
  readonly path: string;
}

/** Scripts and styles are files of the site; nothing comes from another host, and nothing is in the page itself. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** A whole HTML document. @param pages all of the site, by path */
export function renderPage(
  page: SourcePage,
  sections: readonly Section[],
  pages: ReadonlyMap<string, SourcePage>,
): string {
  const up = '../'.repeat(addressOf(page.path).split('/').length - 1);
  const names: ReadonlySet<string> = new Set(pages.keys());
  const linked = (html: string): string =>
    html.replace(/ (href|src|srcset)="([^"]*)"/g, (_, name: string, href: string) => {
      const to = hrefOf(page.path, targetOf(page.path, href, names));
      return ` ${name}="${to}"`;
    });
  const title = escapeXml(plainText(page.title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${title}${page.path === 'README.md' ? '' : ' - Loadcast'}</title>
<link rel="stylesheet" href="${up}site.css">
<script src="${up}search-index.js" defer></script>
<script src="${up}search.js" defer></script>
</head>
<body data-root="${up}">
<a class="skip" href="#content">To the text</a>
<nav aria-label="Pages">
<search><label>Search <input type="search" id="search" autocomplete="off"></label>
<ol id="found" aria-live="polite"></ol></search>
${sections.map((section) => listOf(section, page, pages)).join('\n')}
</nav>
<main id="content">
<h1>${title}</h1>
${linked(page.blocks.map(blockHtml).join('\n'))}
</main>
</body>
</html>
`;
}

function blockHtml(block: MarkdownPage['blocks'][number]): string {
  if (block.kind === 'picture') return block.html;
  if (block.kind !== 'outline') return htmlOf({ blocks: [block] });
  const items = block.items.map((item) => {
    const inner = item.items.length > 0 ? htmlOf({ blocks: [{ kind: 'list', items: item.items }] }) : '';
    return `<li>${inline(item.text)}${inner}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function listOf({ title, pages: paths }: Section, at: SourcePage, pages: ReadonlyMap<string, SourcePage>): string {
  const items = paths.map((path) => {
    const href = hrefOf(at.path, { kind: 'page', page: path, anchor: '' });
    const current = path === at.path ? ' aria-current="page"' : '';
    return `<li><a href="${href}"${current}>${escapeXml(SHORT_TITLES[path] ?? plainText(pages.get(path)!.title))}</a></li>`;
  });
  return `<h2>${escapeXml(title)}</h2>\n<ul>${items.join('')}</ul>`;
}
