import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block, Page } from '../../../apps/gateway/src/docs/blocks.js';
import { GUIDES, type GuideSource } from './guides.data.js';
import { readMarkdown } from './markdown.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TARGET = `${ROOT}apps/gateway/src/docs/guides.generated.ts`;

const LINK = /\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)/g;

/** A path of the repository in parentheses, which means nothing to a caller either. */
const SOURCE_PATH = / \(`(?:packages|apps|tooling)\/[^`]*`\)/g;

/** A column of paths in the repository, which mean nothing to a caller of the service. */
const REPOSITORY_COLUMN = 'File';

export function guidePages(): readonly Page[] {
  return GUIDES.map(({ from, ...guide }) => ({ ...guide, blocks: blocksOf(from) }));
}

function blocksOf(from: GuideSource['from']): readonly Block[] {
  if (typeof from === 'function') return blocksOfText(from(), '');
  if (!from.endsWith('/')) return blocksOfText(readFileSync(ROOT + from, 'utf8'), from);
  const parts = readdirSync(ROOT + from).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return parts.sort().flatMap((name) => blocksOfText(readFileSync(ROOT + from + name, 'utf8'), from + name, true));
}

/** @param path of the page from the repository's root, which its links are relative to. */
function blocksOfText(text: string, path: string, isPart = false): readonly Block[] {
  const page = readMarkdown(text);
  const head: Block[] = isPart ? [{ kind: 'heading', text: page.title, id: anchorOf(path) }] : [];
  const linked = (line: string): string =>
    line.replace(SOURCE_PATH, '').replace(LINK, (whole, words: string, href: string) => {
      if (href.endsWith('.svg')) return whole.replace(href, pictureOf(path, href));
      if (href.startsWith('https://')) return whole;
      const guide = hrefInService(path, href);
      return guide === undefined ? words : `[${words}](${guide})`;
    });
  return [...head, ...page.blocks.flatMap((block) => blockOf(block, linked, isPart ? 1 : 0))];
}

const anchorOf = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

function blockOf(block: Block, linked: (text: string) => string, deeper: number): readonly Block[] {
  switch (block.kind) {
    case 'form':
    case 'more':
      return [];
    case 'code':
      return [block];
    case 'text':
      return [{ ...block, text: linked(block.text) }];
    case 'heading':
      return [{ ...block, text: linked(block.text), depth: (block.depth ?? 1) + deeper }];
    case 'list':
      return [{ ...block, items: block.items.map(linked) }];
    case 'table': {
      const isKept = block.columns.map((column) => column !== REPOSITORY_COLUMN);
      const kept = (cells: readonly string[]): string[] => cells.filter((_, i) => isKept[i]).map(linked);
      return [
        { kind: 'table', columns: kept(block.columns), rows: block.rows.map(({ cells }) => ({ cells: kept(cells) })) },
      ];
    }
  }
}

/** A picture as an address that holds it: pages of the service load nothing from elsewhere. */
const pictureOf = (page: string, href: string): string =>
  `data:image/svg+xml;base64,${readFileSync(ROOT + posix.join(posix.dirname(page), href)).toString('base64')}`;

/** The address of a guide that a link of a page leads to. The service links to nothing else. */
function hrefInService(page: string, href: string): string | undefined {
  const [path = '', anchor = ''] = href.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  for (const { from, slug } of GUIDES) {
    if (from === target) return `/docs/${slug}${anchor && `#${anchor}`}`;
    if (typeof from === 'string' && from.endsWith('/') && target.startsWith(from)) {
      return `/docs/${slug}#${anchorOf(target)}`;
    }
  }
  return undefined;
}

/** Writes the module of the guides into the gateway. */
export function run(): void {
  const rows = guidePages().map((page) => `  ${JSON.stringify(page)},`);
  writeFileSync(
    TARGET,
    `// Made by tooling/guides from pages of the repository.
import type { Page } from './blocks.js';

/** The pages of \`/docs\` beside the reference. */
export const GUIDES: readonly Page[] = [
${rows.join('\n')}
];
`,
  );
}
