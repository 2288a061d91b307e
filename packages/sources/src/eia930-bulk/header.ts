import { type Measure, splitCsv } from '@loadcast/core';
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
  readonly measures: readonly MeasureColumn[];
}

/** A column of values. */
export interface MeasureColumn {
  readonly column: number;
  readonly name: string;
  readonly measure: Measure;
}

/** Every file has the load; the others are columns of BALANCE alone. */
const MEASURES: readonly Omit<MeasureColumn, 'column'>[] = [
  { measure: 'demand', name: 'Demand (MW)' },
  { measure: 'day_ahead_forecast', name: 'Demand Forecast (MW)' },
  { measure: 'demand_adjusted', name: 'Demand (MW) (Adjusted)' },
  { measure: 'demand_imputed', name: 'Demand (MW) (Imputed)' },
];

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
    measures: MEASURES.slice(0, subRegion < 0 ? undefined : 1)
      .map((row) => ({ ...row, column: (row.measure === 'demand' ? need : find)(row.name) }))
      .filter(({ column }) => column >= 0),
  };
}

function lookalike(names: readonly string[]): string {
  if (names.includes('interchange (mw)')) return ': this is an INTERCHANGE file, not BALANCE or SUBREGION';
  return names.includes('balancing authority') ? '' : ': this is no EIA-930 BALANCE or SUBREGION file';
}
