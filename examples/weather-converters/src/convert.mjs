import { HOUR_MS } from '@loadcast/core';
import { LAYOUTS } from './layouts.mjs';

/**
 * @typedef {import('./layouts.mjs').Layout} Layout
 * @typedef {import('./layouts.mjs').Read} Read
 */

/**
 * A research file as the general CSV, in pieces, header first. Numbers are written so that they read back as they are.
 * A single missing hour between two others is their mean: the autumn change leaves one in files that count local hours.
 *
 * @param {string} text a research file in one of the shapes of `LAYOUTS`
 * @returns {Generator<string>}
 * @throws {Error} the header is of no known layout, or a time is not a whole hour
 */
export function* generalCsv(text) {
  const [header = [], ...rows] = linesOf(text);
  const layout = LAYOUTS.find(({ columns }) => columns.every((column) => header.includes(column)));
  if (!layout) throw new Error(`no research layout has the columns ${header.join(', ')}`);
  const hours = hoursOf(layout, header, rows);
  yield `area,point,weight,issued_at,valid_at,${layout.measured.join(',')}\n`;
  for (const { areas, points } of layout.areas) {
    for (const { name, weight, columns } of points) {
      const values = layout.measured.map((column) => hours.series(columns[column] ?? (() => Number.NaN)));
      const tails = hours.starts.map((start, hour) => {
        const written = values.map((series) => numberText(series[hour] ?? Number.NaN));
        return written.every((value) => value === '') ? '' : `${issueText(layout, start)},${written.join(',')}\n`;
      });
      for (const area of areas) {
        const prefix = `${area},${name},${weight},`;
        yield tails.map((tail) => (tail === '' ? '' : prefix + tail)).join('');
      }
    }
  }
}

/** The fields of each line of plain CSV: no quotes, LF or CRLF, empty lines left out. @param {string} text */
function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

/** Every hour from the first to the last, and how to read one value of each. @param {Layout} layout @param {string[]} header @param {string[][]} rows */
function hoursOf(layout, header, rows) {
  const columnOf = new Map(header.map((name, index) => [name, index]));
  const rowStarts = rows.map((row, index) =>
    startOfRow(layout, row[columnOf.get(layout.timeColumn) ?? -1] ?? '', index),
  );
  const first = rowStarts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = rowStarts.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const count = rows.length === 0 ? 0 : (last - first) / HOUR_MS + 1;
  const starts = Array.from({ length: count }, (_, hour) => first + hour * HOUR_MS);

  /** @param {Read} read */
  const series = (read) => {
    const values = new Float64Array(count).fill(Number.NaN);
    rows.forEach((row, index) => {
      const start = rowStarts[index] ?? Number.NaN;
      const field = (/** @type {string} */ column) => numberOf(row[columnOf.get(column) ?? -1]);
      values[(start - first) / HOUR_MS] = read(field, start);
    });
    fillSingleGaps(values);
    return values;
  };
  return { starts, series };
}

/** @param {Layout} layout @param {string} time @param {number} index */
function startOfRow({ startOf, timeColumn }, time, index) {
  const start = startOf(time);
  if (start % HOUR_MS !== 0) throw new Error(`line ${index + 2}: ${timeColumn} '${time}' is not a whole hour`);
  return start;
}

/** @param {string | undefined} text */
function numberOf(text) {
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

/** @param {Float64Array} values */
function fillSingleGaps(values) {
  for (let hour = 1; hour < values.length - 1; hour++) {
    if (Number.isNaN(values[hour])) values[hour] = ((values[hour - 1] ?? NaN) + (values[hour + 1] ?? NaN)) / 2;
  }
}

/** @param {number} value */
const numberText = (value) => (Number.isNaN(value) ? '' : String(value));

/** @param {Layout} layout @param {number} start */
function issueText(layout, start) {
  const issuedAt = layout.issuedAt(start);
  return `${issuedAt === undefined ? '' : isoMinute(issuedAt)},${isoMinute(start)}`;
}

/** @param {number} instant */
const isoMinute = (instant) => `${new Date(instant).toISOString().slice(0, 16)}Z`;
