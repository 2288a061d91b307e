import { foreignFormat } from '@loadcast/core';
import { MeterRefusal } from './meter-refusal.js';

/** A line that is not empty, under its number in the file. */
export interface MeterLine {
  readonly number: number;
  readonly text: string;
}

const UTF16 = { '255,254': 'utf-16le', '254,255': 'utf-16be' } as Readonly<Record<string, string>>;

const NOT_CSV: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'the file is empty'],
  [/^\s*<(!doctype|html)/i, 'this is a web page, perhaps a login page: download the CSV again'],
  [/^\s*</, 'this is XML: export the intervals as CSV'],
  [/\0/, 'this is no text: save it as CSV'],
];

/**
 * The lines of a CSV as portals and spreadsheets save it: UTF-8 with or without its mark, UTF-16, Windows-1252.
 *
 * @returns the separators that the columns may have: one where Excel's first line `sep=;` names it
 * @throws {MeterRefusal} the bytes are no CSV
 */
export function readLines(bytes: Uint8Array): { lines: MeterLine[]; separators: readonly string[] } {
  const text = decode(bytes);
  const refusal = NOT_CSV.find(([pattern]) => pattern.test(text));
  if (refusal) throw new MeterRefusal(refusal[1]);
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ number: at + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
  const named = /^sep=(.)$/i.exec(lines[0]!.text.trim())?.[1];
  return named === undefined
    ? { lines, separators: [',', ';', '\t', '|'] }
    : { lines: lines.slice(1), separators: [named] };
}

function decode(bytes: Uint8Array): string {
  const utf16 = UTF16[bytes.subarray(0, 2).join()];
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const foreign = foreignFormat(bytes);
  if (foreign !== undefined) throw new MeterRefusal(foreign);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
