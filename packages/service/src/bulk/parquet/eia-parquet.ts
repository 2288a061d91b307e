import { open } from 'node:fs/promises';
import { RefusedFile } from '@loadcast/sources/eia930-bulk';

/** Columns of PUDL's Parquet tables of EIA-930, and the names that EIA's own files have for them. An hour is labeled by its end. */
const COLUMNS = [
  { name: 'balancing_authority_code_eia', eiaName: 'Balancing Authority' },
  { name: 'balancing_authority_subregion_code_eia', eiaName: 'Sub-Region' },
  { name: 'datetime_utc', eiaName: 'UTC Time at End of Hour' },
  { name: 'demand_reported_mwh', eiaName: 'Demand (MW)' },
  { name: 'demand_forecast_mwh', eiaName: 'Demand Forecast (MW)' },
  { name: 'demand_adjusted_mwh', eiaName: 'Demand (MW) (Adjusted)' },
  { name: 'demand_imputed_eia_mwh', eiaName: 'Demand (MW) (Imputed)' },
] as const;

const NEEDED = ['balancing_authority_code_eia', 'datetime_utc', 'demand_reported_mwh'];

const ROWS = 100_000;

/** Whether a file is Parquet, by its first four bytes. */
export async function isParquet(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined); // whoever reads it says why it cannot be opened
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).catch(() => ({ buffer: '', bytesRead: 0 }));
    return bytesRead === 4 && buffer.toString() === 'PAR1';
  } finally {
    await file.close();
  }
}

/**
 * PUDL's `core_eia930__hourly_operations` or `core_eia930__hourly_subregion_demand` (Parquet, snappy or uncompressed) as the lines of
 * EIA's BALANCE or SUBREGION file.
 *
 * @throws {RefusedFile} the file is damaged, or another table
 * @see https://docs.catalyst.coop/pudl
 */
export async function* eiaParquetLines(path: string, onProgress?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('./library.js');
  const file = await asyncBufferFromFile(path);
  try {
    const metadata = await parquetMetadataAsync(file);
    const names = new Set(metadata.schema.map(({ name }) => name));
    const missing = NEEDED.filter((name) => !names.has(name));
    if (missing.length > 0)
      throw new RefusedFile(path, 0, `the column ${missing.join(', ')} is missing: this is no hourly table of EIA-930`);
    const columns = COLUMNS.filter(({ name }) => names.has(name));
    yield Buffer.from(`${columns.map(({ eiaName }) => eiaName).join()}\n`);
    const rowCount = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < rowCount; rowStart += ROWS) {
      const rowEnd = Math.min(rowCount, rowStart + ROWS);
      const range = { file, metadata, columns: columns.map(({ name }) => name), rowStart, rowEnd };
      const rows = await parquetReadObjects(range);
      yield Buffer.from(rows.map((row) => `${columns.map(({ name }) => cell(row[name])).join()}\n`).join(''));
      onProgress?.((rowEnd / rowCount) * file.byteLength);
    }
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    throw new RefusedFile(path, 0, `the Parquet file cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const cell = (value: unknown): string =>
  value instanceof Date ? value.toISOString().replace('.000', '') : String(value ?? '');
