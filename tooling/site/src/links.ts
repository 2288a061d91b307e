import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PUBLISHER } from '../../release/publisher.data.mjs';
import { addressOf, ROOT } from './site-map.js';

/** Where a link of a page leads. */
export type LinkTarget =
  | { readonly kind: 'outside'; readonly href: string }
  | { readonly kind: 'page'; readonly page: string; readonly anchor: string }
  | { readonly kind: 'picture'; readonly path: string }
  | { readonly kind: 'source'; readonly path: string }
  | { readonly kind: 'nowhere'; readonly href: string };

/** Reads a link as it is written in a page. @param pages of the site, from the repository's root */
export function targetOf(page: string, href: string, pages: ReadonlySet<string>): LinkTarget {
  if (/^[a-z]+:/i.test(href)) return { kind: 'outside', href };
  const [path = '', anchor = ''] = href.split('#');
  const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '');
  const asPage = [target, posix.join(target, 'README.md')].find((candidate) => pages.has(candidate));
  if (asPage) return { kind: 'page', page: asPage, anchor };
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return { kind: 'nowhere', href };
  return /\.(jpe?g|png|svg|webp)$/.test(target) ? { kind: 'picture', path: target } : { kind: 'source', path: target };
}

/** The link as the site has it, relative to the page's own place. */
export function hrefOf(page: string, target: LinkTarget): string {
  const from = posix.dirname(addressOf(page));
  const relative = (to: string): string => posix.relative(from, to) || posix.basename(to);
  switch (target.kind) {
    case 'page':
      return `${relative(addressOf(target.page))}${target.anchor ? `#${target.anchor}` : ''}`;
    case 'picture':
      return relative(target.path);
    case 'source': {
      const kind = statSync(join(ROOT, target.path)).isDirectory() ? 'tree' : 'blob';
      return `${PUBLISHER.repository}/${kind}/main/${target.path}`;
    }
    default:
      return target.href;
  }
}
