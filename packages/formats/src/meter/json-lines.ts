import { parseJsonText } from '@loadcast/core/budgets';
import type { MeterLine, readLines } from './meter-text.js';

/** What a text is as JSON; undefined: it is none. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/** A file of NDJSON as a table with tabs, whose header has the fields of the first line. Other files stay as they are. */
export function jsonLinesAsTable(file: ReturnType<typeof readLines>): ReturnType<typeof readLines> {
  const [first] = file.lines;
  if (!first?.text.trimStart().startsWith('{')) return file;
  const names = Object.keys(Object(parseJson(first.text)));
  const rows = file.lines.map(({ number, text }): MeterLine => {
    const row = parseJson(text);
    const cells = names.map((name) => cellOf((row as Readonly<Record<string, unknown>>)?.[name]));
    return { number, text: row === undefined ? 'not JSON' : cells.join('\t') };
  });
  return { lines: [{ number: 0, text: names.map(cellOf).join('\t') }, ...rows], separators: ['\t'] };
}

const cellOf = (value: unknown): string => String(value ?? '').replace(/[\t"]/g, ' ');
