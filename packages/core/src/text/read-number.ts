const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const WITH_THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
/** What spreadsheets and programs write where they have no number. */
const NOTHING = /^(|-|na|<na>|n\/a|#n\/a|nan|nat|null|none)$/i;

/**
 * Reads a decimal number as programs and spreadsheets write it; blanks around it are ignored. `0x16` and `Infinity` are no numbers.
 *
 * @param thousands commas part thousands: only where the source writes them, because a comma is a decimal point elsewhere
 * @returns NaN for nothing (blank, `NA`, `NaN`, `null`); undefined for a text that is neither, which must not pass as missing
 * @example
 * readNumber(' 1.05e+5 ') // => 105000
 * readNumber('1,234', { thousands: true }) // => 1234
 * readNumber('12 MW') // => undefined
 */
export function readNumber(text: string, { thousands = false } = {}): number | undefined {
  const trimmed = text.trim();
  if (NOTHING.test(trimmed)) return Number.NaN;
  const isGrouped = thousands && WITH_THOUSANDS.test(trimmed);
  const value = NUMBER.test(trimmed) || isGrouped ? Number(trimmed.replaceAll(',', '')) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
