import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Page } from '../../../apps/gateway/src/docs/blocks.js';

/**
 * Reads a page: headings, paragraphs, fenced code, lists, tables.
 *
 * @throws {Error} the page does not begin with its title, or a fence of code has no end
 */
export function readMarkdown(text: string): Pick<Page, 'title' | 'blocks'> {
  const [first, ...tokens] = lexer(text);
  if (first?.type !== 'heading' || first['depth'] !== 1) throw new Error('a page begins with `# ` and its title');
  return { title: first['text'], blocks: withIds(tokens.flatMap(blockOf)) };
}

/** A block; none of a comment or of space. */
function blockOf(token: Token): Block | readonly Block[] {
  const asOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
  switch (token.type) {
    case 'code':
      if (token['codeBlockStyle'] !== 'indented' && !token.raw.trimEnd().endsWith('```'))
        throw new Error('a fence of code has no end');
      return { kind: 'code', language: token['lang'] ?? '', text: token['text'] };
    case 'heading':
      return { kind: 'heading', depth: token['depth'] - 1, text: token['text'] };
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const texts = (cells: readonly Tokens.TableCell[]): string[] => cells.map(({ text }) => text);
      return { kind: 'table', columns: texts(header), rows: rows.map((cells) => ({ cells: texts(cells) })) };
    }
    case 'list': {
      const { items, ordered } = token as Tokens.List;
      // The lines of an inner list follow those of its item.
      const texts = items.map(({ text }) => asOneLine(text.replace(/\n\s*[-*] +/g, '\n')));
      return { kind: 'list', items: texts, ...(ordered && { isOrdered: true }) };
    }
    case 'paragraph':
      return { kind: 'text', text: asOneLine(token['text']) };
    default:
      return [];
  }
}

/** Headings with the anchors that a forge gives them, so that links are right in both places. */
function withIds(blocks: readonly Block[]): Block[] {
  const taken = new Map<string, number>();
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    const slug = slugOf(block.text);
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    return { ...block, id: times === 0 ? slug : `${slug}-${times}` };
  });
}

export function slugOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** A line of Markdown without its marks. */
function plainText(line: string): string {
  return line
    .replace(/!?\[((?:`[^`]*`|[^\]])*)\]\([^)\s]+\)/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\*\*(.+?)\*\*/g, '$1');
}
