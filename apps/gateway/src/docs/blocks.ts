import { escapeXml } from '@loadcast/formats';

/** What pages are made of. Texts are Markdown of one line, with `code`, **weight**, [links](to) and ![pictures](of) alone. */
export type Block =
  | {
      readonly kind: 'heading';
      readonly text: string;
      readonly id?: string /** 1 without it. */;
      readonly depth?: number;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isOrdered?: boolean }
  /** A part that is opened when it is wanted. */
  | { readonly kind: 'more'; readonly summary: string; readonly blocks: readonly Block[] }
  /** A form that asks; nothing in Markdown. `html` is not escaped. */
  | { readonly kind: 'form'; readonly html: string }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      /** The first cell of a row with an `id` is where links to it lead. */
      readonly rows: readonly { readonly id?: string; readonly cells: readonly string[] }[];
    };

export interface Page {
  readonly slug: string;
  readonly title: string;
  /** A line for lists of pages. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}

/** A page as Markdown. `level` is the level of its title. */
export function markdownOf({ title, blocks }: Page, level = 1): string {
  const texts = blocks.filter(({ kind }) => kind !== 'form');
  const parts = texts.map((block) => MARKDOWN[block.kind](block as never, level));
  return `${[`${'#'.repeat(level)} ${title}`, ...parts].join('\n\n')}\n`;
}

type Of<K extends Block['kind']> = Extract<Block, { readonly kind: K }>;

const MARKDOWN: { readonly [K in Block['kind']]: (block: Of<K>, level: number) => string } = {
  form: () => '',
  more: ({ summary, blocks }, level) =>
    [`${'#'.repeat(level + 2)} ${summary}`, ...blocks.map((block) => MARKDOWN[block.kind](block as never, level))].join(
      '\n\n',
    ),
  heading: ({ text, depth = 1 }, level) => `${'#'.repeat(level + depth)} ${text}`,
  text: ({ text }) => text,
  code: ({ text, language }) => `\`\`\`${language}\n${text}\n\`\`\``,
  list: ({ items, isOrdered }) => items.map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${item}`).join('\n'),
  table: ({ columns, rows }) =>
    [columns, columns.map(() => '---'), ...rows.map(({ cells }) => cells.map((cell) => cell.replaceAll('|', '\\|')))]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
};

export function htmlOf({ blocks }: Pick<Page, 'blocks'>): string {
  return blocks.map((block) => HTML[block.kind](block as never)).join('\n');
}

const HTML: { readonly [K in Block['kind']]: (block: Of<K>) => string } = {
  form: ({ html }) => html,
  more: ({ summary, blocks }) =>
    `<details class="more"><summary>${inline(summary)}</summary>${htmlOf({ blocks })}</details>`,
  heading: ({ text, id, depth = 1 }) => `<h${depth + 1}${id ? ` id="${id}"` : ''}>${inline(text)}</h${depth + 1}>`,
  text: ({ text }) => `<p>${inline(text)}</p>`,
  code: ({ text }) => `<pre tabindex="0"><code>${escapeXml(text)}</code></pre>`,
  list: ({ items, isOrdered }) => {
    const tag = isOrdered ? 'ol' : 'ul';
    return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
  },
  table: ({ columns, rows }) => {
    const head = columns.map((column) => `<th>${inline(column)}</th>`).join('');
    const body = rows.map(({ id, cells }) => {
      const tds = cells.map((cell) => `<td>${inline(cell)}</td>`).join('');
      return `<tr${id ? ` id="${id}"` : ''}>${tds}</tr>`;
    });
    return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
  },
};

/** Inline marks of a line, the earliest first: code is read before marks inside it. */
const MARKS = /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*/g;

export function inline(text: string): string {
  return marked(escapeXml(text));
}

function marked(escaped: string): string {
  return escaped.replace(MARKS, (_, code, alt, picture, link, href, weight) => {
    if (code !== undefined) return `<code>${code}</code>`;
    if (picture !== undefined) return `<img src="${picture}" alt="${alt}">`;
    if (href !== undefined) return `<a href="${href}">${marked(link)}</a>`;
    return `<strong>${marked(weight)}</strong>`;
  });
}
