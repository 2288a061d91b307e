import type { Block } from '../../../apps/gateway/src/docs/blocks.js';

export interface MarkdownPage {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Reads lines from the front of the remaining ones. @returns undefined where the lines begin something else */
type Reader = (lines: string[]) => Block | 'nothing' | undefined;

/**
 * Reads a page: headings, paragraphs, fenced code, lists of two levels, tables.
 *
 * @throws {Error} the page does not begin with its title, or a fence of code has no end
 */
export function readMarkdown(text: string): MarkdownPage {
  const lines = text.replaceAll('\r', '').split('\n');
  const title = /^# (.+)$/.exec(lines.shift() ?? '')?.[1];
  if (title === undefined) throw new Error('a page begins with `# ` and its title');
  const blocks: Block[] = [];
  while (lines.length > 0) {
    const block = nextBlock(lines);
    if (block !== 'nothing') blocks.push(block);
  }
  return { title, blocks: withIds(blocks) };
}

const READERS: readonly Reader[] = [blankOrComment, fenced, heading, table, list];

function nextBlock(lines: string[]): Block | 'nothing' {
  for (const read of READERS) {
    const block = read(lines);
    if (block !== undefined) return block;
  }
  return paragraph(lines);
}

function blankOrComment(lines: string[]): 'nothing' | undefined {
  if (!/^\s*$|^<!--/.test(lines[0]!)) return undefined;
  const isComment = lines[0]!.startsWith('<!--');
  while (isComment && !lines[0]!.includes('-->') && lines.length > 1) lines.shift();
  lines.shift();
  return 'nothing';
}

function fenced(lines: string[]): Block | undefined {
  const language = /^```(.*)$/.exec(lines[0]!)?.[1];
  if (language === undefined) return undefined;
  lines.shift();
  const end = lines.findIndex((line) => line.startsWith('```'));
  if (end < 0) throw new Error('a fence of code has no end');
  const code = lines.splice(0, end + 1).slice(0, -1);
  return { kind: 'code', language, text: code.join('\n') };
}

function heading(lines: string[]): Block | undefined {
  const found = /^#(#{1,4}) (.+)$/.exec(lines[0]!);
  if (!found) return undefined;
  lines.shift();
  return { kind: 'heading', depth: found[1]!.length, text: found[2]! };
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function table(lines: string[]): Block | undefined {
  if (!lines[0]!.startsWith('|')) return undefined;
  const [columns = '', rule = '', ...rows] = takeWhile(lines, (line) => line.startsWith('|'));
  const [header, second] = /^[|\s:-]+$/.test(rule) ? [columns, rows] : ['|', [columns, rule, ...rows]];
  return { kind: 'table', columns: cellsOf(header), rows: second.map((row) => ({ cells: cellsOf(row) })) };
}

const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;
/** A list. Lines below an item, also those of an inner list, are added to its text. */
function list(lines: string[]): Block | undefined {
  const first = ITEM.exec(lines[0]!);
  if (!first) return undefined;
  const items: string[] = [];
  for (const line of takeWhile(lines, (next) => ITEM.test(next) || /^ +\S/.test(next))) {
    const item = ITEM.exec(line)?.[2];
    items.push(item ?? `${items.pop()} ${line.replace(/^ +(?:[-*] +)?/, '').trimEnd()}`);
  }
  return { kind: 'list', items, ...(first[1] !== undefined && { isOrdered: true }) };
}

function paragraph(lines: string[]): Block {
  const first = lines.shift()!;
  const rest = takeWhile(lines, (line) => line.trim() !== '' && !/^(#|```|\||<!--)/.test(line) && !ITEM.test(line));
  return { kind: 'text', text: [first, ...rest].map((line) => line.trim()).join(' ') };
}

function takeWhile(lines: string[], belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !belongs(line));
  return lines.splice(0, end < 0 ? lines.length : end);
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
