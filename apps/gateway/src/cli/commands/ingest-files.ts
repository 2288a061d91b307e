import { stat } from 'node:fs/promises';
import { type ActualsStore, type Areas, type IngestReport, ingestActuals, wantedSeries } from '@loadcast/core';
import { eiaParquetLines, isParquet, wantedOf } from '@loadcast/service';
import { AUTHORITIES, type BulkFile, RefusedFile, readBulkFile } from '@loadcast/sources/eia930-bulk';
import type { CommandIo } from '../command.js';
import { startProgress } from '../progress.js';

export interface IngestedStore {
  areas(): Areas;
  readonly actuals: ActualsStore;
  close(): void | Promise<void>;
}

export type FileResult =
  | { readonly file: string; readonly refused: { readonly line: number; readonly reason: string } }
  | ({ readonly file: string } & Omit<BulkFile, 'observations'> & Omit<IngestReport, 'source'>);

/** Stores files one after the other. Stops between two files when the signal aborts: the rest have no result. */
export async function ingestFiles(
  store: IngestedStore,
  files: readonly string[],
  { io, clockCorrections }: { readonly io: CommandIo; readonly clockCorrections: boolean },
): Promise<FileResult[]> {
  const sizes = await Promise.all(files.map(sizeOf));
  const progress = startProgress(io, files.length, 'files');
  const results: FileResult[] = [];
  for (const [i, file] of files.entries()) {
    if (io.signal.aborted) break;
    const onProgress = (bytes: number): void => progress.update(i + Math.min(1, bytes / sizes[i]!), file);
    results.push(await ingestFile(store, file, { now: io.now(), clockCorrections, onProgress }));
    progress.update(i + 1, file);
  }
  progress.stop();
  return results;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function ingestFile(
  store: IngestedStore,
  file: string,
  options: { now: number; clockCorrections: boolean; onProgress: (bytes: number) => void },
): Promise<FileResult> {
  const areas = store.areas();
  try {
    const lines = (await isParquet(file)) ? eiaParquetLines(file, options.onProgress) : undefined;
    // An authority that is added later has its history already.
    const wanted = wantedSeries(AUTHORITIES, wantedOf(areas));
    const read930 = { ...options, wanted, ...(lines && { lines }) };
    const { observations, ...read } = await readBulkFile(file, read930);
    const { series, screening } = await ingestActuals(store.actuals, observations, {
      ingestedAt: options.now,
      arrival: 'history',
      areas,
    });
    return { file, ...read, series, screening };
  } catch (error) {
    if (error instanceof RefusedFile) return { file, refused: { line: error.line, reason: error.reason } };
    throw error;
  }
}
