import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block, Page } from '../../../apps/gateway/src/docs/blocks.js';
import { GUIDES, type GuideSource } from './guides.data.js';
import { type LinkTarget, targetOf } from './links.js';
import { type MarkdownPage, readMarkdown } from './markdown.js';
import { ROOT, repositoryPages } from './site-map.js';

const LINK = /\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)/g;

/** Where in the repository things are: of no use to whoever asks a service. */
const REPOSITORY_COLUMN = 'File';

/** The guides as the service has them, in the blocks of its reference. */
export function guidePages(): readonly Page[] {
  const pages = repositoryPages();
  return GUIDES.map((guide) => {
    const { slug, title, summary, from } = guide;
    const paths = from.endsWith('/')
      ? pages.filter((path) => path.startsWith(from) && !path.endsWith('README.md'))
      : [from];
    return { slug, title, summary, blocks: paths.flatMap((path) => blocksOf(guide, path, new Set(pages))) };
  });
}

function blocksOf(guide: GuideSource, path: string, pages: ReadonlySet<string>): readonly Block[] {
  const page = readMarkdown(readFileSync(join(ROOT, path), 'utf8'));
  const isPart = guide.from !== path;
  const head: Block[] = isPart ? [{ kind: 'heading', text: page.title, id: anchorOf(path) }] : [];
  const linked = (text: string): string =>
    text.replace(LINK, (_, words: string, href: string) => {
      const guide = hrefInService(targetOf(path, href, pages));
      return guide === undefined ? words : `[${words}](${guide})`;
    });
  return [...head, ...page.blocks.flatMap((block) => blockOf(block, linked, isPart ? 1 : 0))];
}

const anchorOf = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

/** A block of a page as a block of the reference: an inner list goes into its item, and pictures are left out. */
function blockOf(
  block: MarkdownPage['blocks'][number],
  linked: (text: string) => string,
  deeper: number,
): readonly Block[] {
  switch (block.kind) {
    case 'picture':
    case 'form':
      return [];
    case 'code':
      return [block];
    case 'text':
      return [{ ...block, text: linked(block.text) }];
    case 'heading':
      return [{ ...block, text: linked(block.text), depth: (block.depth ?? 1) + deeper }];
    case 'list':
      return [{ ...block, items: block.items.map(linked) }];
    case 'outline':
      return [{ kind: 'list', items: block.items.map(({ text, items }) => linked([text, ...items].join(' '))) }];
    case 'table': {
      const isKept = block.columns.map((column) => column !== REPOSITORY_COLUMN);
      const kept = (cells: readonly string[]): string[] => cells.filter((_, i) => isKept[i]).map(linked);
      return [
        { kind: 'table', columns: kept(block.columns), rows: block.rows.map(({ cells }) => ({ cells: kept(cells) })) },
      ];
    }
  }
}

/** A link of a page as the service has it: to a guide. A service links to no other host, and its words are left of others. */
function hrefInService(target: LinkTarget): string | undefined {
  if (target.kind !== 'page') return undefined;
  const guide = GUIDES.find(({ from }) => (from.endsWith('/') ? target.page.startsWith(from) : target.page === from));
  if (!guide) return undefined;
  const anchor = guide.from.endsWith('/') ? anchorOf(target.page) : target.anchor;
  return `/docs/${guide.slug}${anchor ? `#${anchor}` : ''}`;
}

/** The source file of the service that holds them. */
export function guidesSource(): string {
  const rows = guidePages().map((page) => `  ${JSON.stringify(page)},`);
  return `// Made of pages of the repository: \`vitest run --project='unit*' tooling/site/src/guides -u\` writes it.
import type { Page } from './blocks.js';

/** What \`/docs\` has beside the reference. */
export const GUIDES: readonly Page[] = [
${rows.join('\n')}
];
`;
}
