import { escapeXml } from '@loadcast/formats';

/** What pages are made of. Texts are Markdown of one line, with `code` and [links](to) alone. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly id?: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      /** The first cell of a row with an `id` is where links to it lead. */
      readonly rows: readonly { readonly id?: string; readonly cells: readonly string[] }[];
    };

/** One page of the documentation. */
export interface Page {
  /** Last segment of its path. */
  readonly slug: string;
  readonly title: string;
  /** A line for lists of pages. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}

/** A page as Markdown. `level` is that of its title. */
export function markdownOf({ title, blocks }: Page, level = 1): string {
  const parts = blocks.map((block) => MARKDOWN[block.kind](block as never, level));
  return `${[`${'#'.repeat(level)} ${title}`, ...parts].join('\n\n')}\n`;
}

type Of<K extends Block['kind']> = Extract<Block, { readonly kind: K }>;

const MARKDOWN: { readonly [K in Block['kind']]: (block: Of<K>, level: number) => string } = {
  heading: ({ text }, level) => `${'#'.repeat(level + 1)} ${text}`,
  text: ({ text }) => text,
  code: ({ text, language }) => `\`\`\`${language}\n${text}\n\`\`\``,
  list: ({ items }) => items.map((item) => `- ${item}`).join('\n'),
  table: ({ columns, rows }) =>
    [columns, columns.map(() => '---'), ...rows.map(({ cells }) => cells.map((cell) => cell.replaceAll('|', '\\|')))]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
};

/** The blocks of a page as HTML. */
export function htmlOf({ blocks }: Page): string {
  return blocks.map((block) => HTML[block.kind](block as never)).join('\n');
}

const HTML: { readonly [K in Block['kind']]: (block: Of<K>) => string } = {
  heading: ({ text, id }) => `<h2${id ? ` id="${id}"` : ''}>${inline(text)}</h2>`,
  text: ({ text }) => `<p>${inline(text)}</p>`,
  code: ({ text }) => `<pre><code>${escapeXml(text)}</code></pre>`,
  list: ({ items }) => `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`,
  table: ({ columns, rows }) => {
    const head = columns.map((column) => `<th>${inline(column)}</th>`).join('');
    const body = rows.map(({ id, cells }) => {
      const tds = cells.map((cell) => `<td>${inline(cell)}</td>`).join('');
      return `<tr${id ? ` id="${id}"` : ''}>${tds}</tr>`;
    });
    return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
  },
};

/** `code` and [links](to) of escaped text. */
function inline(text: string): string {
  return escapeXml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}
