import { readNumber } from '@loadcast/core';
import { MeterRefusal } from './meter-refusal.js';

/** Cells in which a mark can only part the decimals, or the other mark can only part thousands. */
const ONLY_DECIMAL = {
  ',': /^[+-]?0?,\d|\d{4},\d|,(\d{1,2}|\d{4,})$|\.\d{3}[,.]\d/,
  '.': /^[+-]?0?\.\d|\d{4}\.\d|\.(\d{1,2}|\d{4,})$|,\d{3}[,.]\d|\.\d+e/i,
} as const;

type DecimalMark = keyof typeof ONLY_DECIMAL;

/** Blanks and apostrophes between thousands: `1 234,5`, `1'234.5`. */
const BLANK_THOUSANDS = /(?<=\d)[ \u00A0\u202F'’](?=\d{3}(?!\d))/g;

/**
 * The mark before the decimals of a column.
 *
 * @param separator of the columns: a comma means that commas in cells part thousands, unless the cells say otherwise
 * @throws {MeterRefusal} the cells write both, or `12,500` could be 12.5 as well as 12500
 */
export function findDecimalMark(cells: readonly string[], separator: string): DecimalMark {
  const comma = cells.find((cell) => ONLY_DECIMAL[','].test(cell));
  const point = cells.find((cell) => ONLY_DECIMAL['.'].test(cell));
  if (comma !== undefined && point !== undefined)
    throw new MeterRefusal(`the numbers ${comma} and ${point} have different decimal marks: write all with a point`);
  if (comma !== undefined) return ',';
  if (point !== undefined) return '.';
  const unclear = cells.find((cell) => separator !== ',' && (separator === ';' ? /[,.]/ : /,/).test(cell));
  if (unclear === undefined) return '.';
  const digits = unclear.replace(/\D/g, '');
  throw new MeterRefusal(
    `${unclear} could be ${digits} or ${unclear.replace(',', '.')}: save the numbers without marks between thousands and with a decimal point`,
  );
}

/** A number of a meter file; see `readNumber` of core. */
export function readMeterNumber(cell: string, mark: DecimalMark): number | undefined {
  const joined = cell.replace(BLANK_THOUSANDS, '');
  const text = mark === '.' ? joined : joined.replace(/[.,]/g, (each) => (each === ',' ? '.' : ','));
  return readNumber(text, { thousands: true });
}
