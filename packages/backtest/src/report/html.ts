export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export function fixed(value: number, decimals: number): string {
  return Number.isFinite(value) ? value.toFixed(decimals) : '–';
}

/** A cell of a table: its text, and how good it is from -1 (bad) to 1 (good) when that should show as color. */
export interface Cell {
  readonly text: string;
  readonly tone?: number;
}

/** Columns of a table: the head of each, and its cell of a row. */
export type Columns<R> = readonly (readonly [head: string, cell: (row: R) => string | Cell])[];

/** A table. The first column is a row's name, the others are numbers. */
export function table<R>(caption: string, rows: readonly R[], columns: Columns<R>): string {
  const headCells = columns.map(([head]) => `<th scope="col">${escapeHtml(head)}</th>`).join('');
  const bodyRows = rows
    .map((row) => `<tr>${columns.map(([, cell], at) => cellHtml(cell(row), at)).join('')}</tr>`)
    .join('\n');
  const captionHtml = caption === '' ? '' : `<caption>${escapeHtml(caption)}</caption>`;
  return `<div class="scroll"><table>${captionHtml}<thead><tr>${headCells}</tr></thead><tbody>\n${bodyRows}\n</tbody></table></div>`;
}

function cellHtml(cell: string | Cell, column: number): string {
  const { text, tone } = typeof cell === 'string' ? { text: cell, tone: undefined } : cell;
  if (column === 0) return `<th scope="row">${escapeHtml(text)}</th>`;
  const style = tone === undefined || Number.isNaN(tone) ? '' : ` style="background:${toneColour(tone)}"`;
  return `<td${style}>${escapeHtml(text)}</td>`;
}

function toneColour(tone: number): string {
  const strength = Math.min(1, Math.abs(tone));
  return `rgb(${tone > 0 ? '30 150 90' : '210 80 40'} / ${(0.45 * strength).toFixed(2)})`;
}
