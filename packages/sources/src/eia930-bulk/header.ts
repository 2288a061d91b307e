import { splitCsv } from '@loadcast/core';
import { BadLine } from './refused-file.js';

/** The positions in a line of the columns that are read; -1 where the file has none. */
export interface Columns {
  readonly kind: 'balance' | 'subregion';
  readonly count: number;
  /** What parts the columns. */
  readonly separator: string;
  readonly authority: number;
  readonly subRegion: number;
  readonly utcEnd: number;
  readonly demand: number;
  readonly forecast: number;
  readonly adjusted: number;
  readonly imputed: number;
}

/**
 * Finds columns by name. EIA's headers hold double spaces and typing errors in columns that are not needed, and their
 * order and number change between vintages, so the rest of the header is ignored.
 *
 * @param line the first line, decoded, without its line end
 */
export function readHeader(line: string): Columns {
  if (/^\s*<|<html|<!doctype/i.test(line)) throw new BadLine(1, 'this is an HTML page, not CSV');
  if (line.includes('\r'))
    throw new BadLine(1, 'the lines end with CR alone, as old Macs save them: save the file with LF');
  const separator = /Balancing Authority"?\s*([;\t])/i.exec(line)?.[1] ?? ',';
  const fields = splitCsv(line, separator);
  if (!fields) throw new BadLine(1, 'a quote is not closed');
  const names = fields.map((name) => name.replace(/\s+/g, ' ').toLowerCase());
  const find = (name: string): number => {
    const index = names.indexOf(name.toLowerCase());
    if (names.lastIndexOf(name.toLowerCase()) !== index) throw new BadLine(1, `the column "${name}" comes twice`);
    return index;
  };
  const need = (name: string): number => {
    const index = find(name);
    if (index < 0) throw new BadLine(1, `the column "${name}" is missing${lookalike(names)}`);
    return index;
  };
  const subRegion = find('Sub-Region');
  return {
    kind: subRegion < 0 ? 'balance' : 'subregion',
    count: names.length,
    separator,
    authority: need('Balancing Authority'),
    subRegion,
    utcEnd: need('UTC Time at End of Hour'),
    demand: need('Demand (MW)'),
    forecast: subRegion < 0 ? find('Demand Forecast (MW)') : -1,
    adjusted: subRegion < 0 ? find('Demand (MW) (Adjusted)') : -1,
    imputed: subRegion < 0 ? find('Demand (MW) (Imputed)') : -1,
  };
}

function lookalike(names: readonly string[]): string {
  if (names.includes('interchange (mw)')) return ': this is an INTERCHANGE file, not BALANCE or SUBREGION';
  return names.includes('balancing authority') ? '' : ': this is no EIA-930 BALANCE or SUBREGION file';
}
