/** A row by column name; columns not named are blank. */
export type BulkRow = Readonly<Record<string, string | number>>;

/** `MM/DD/YYYY h:00:00 AM` of an instant, as EIA writes UTC times. */
export function eiaTime(instant: number): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hour = at.getUTCHours();
  const date = `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`;
  return `${date} ${hour % 12 === 0 ? 12 : hour % 12}:00:00 ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The text of a six-month file. Cells are written as given: quote a `"1,060"` yourself. */
export function bulkText(header: readonly string[], rows: readonly BulkRow[], lineEnd = '\n'): string {
  const lines = [header.map((name) => `"${name}"`), ...rows.map((row) => header.map((name) => row[name] ?? ''))];
  return lines.map((cells) => cells.join(',') + lineEnd).join('');
}

/** One row of BALANCE or SUBREGION for the hour that ends at `end`. */
export function bulkRow(series: string, end: number, demand: string | number, more: BulkRow = {}): BulkRow {
  const [authority = '', subRegion] = series.split('-');
  return {
    'Balancing Authority': authority,
    ...(subRegion === undefined ? {} : { 'Sub-Region': subRegion }),
    'UTC Time at End of Hour': eiaTime(end),
    'Demand (MW)': demand,
    Region: 'NY',
    ...more,
  };
}
