import { plainText } from './markdown.js';
import type { SourcePage } from './render-page.js';
import { addressOf } from './site-map.js';

/** What the search looks through: the text below one heading. */
export interface SearchEntry {
  /** Address in the site, with the heading's anchor. */
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

/** An entry for each heading of a page, and one for the text before the first. */
export function searchEntries({ path, title, blocks }: SourcePage): SearchEntry[] {
  const pageTitle = plainText(title);
  const entries = [{ to: addressOf(path), title: pageTitle, texts: [] as string[] }];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const to = `${addressOf(path)}#${block.id}`;
      entries.push({ to, title: `${pageTitle}: ${plainText(block.text)}`, texts: [] });
    } else entries.at(-1)!.texts.push(...textsOf(block));
  }
  return entries.map(({ texts, ...entry }) => ({ ...entry, text: texts.join(' ').replace(/\s+/g, ' ').trim() }));
}

function textsOf(block: SourcePage['blocks'][number]): string[] {
  switch (block.kind) {
    case 'picture':
    case 'form':
    case 'heading':
      return [];
    case 'outline':
      return block.items.flatMap(({ text, items }) => [text, ...items]).map(plainText);
    case 'list':
      return block.items.map(plainText);
    case 'table':
      return [...block.columns, ...block.rows.flatMap(({ cells }) => cells)].map(plainText);
    case 'code':
      return [block.text];
    default:
      return [plainText(block.text)];
  }
}
