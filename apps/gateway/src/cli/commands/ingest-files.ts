import { stat } from 'node:fs/promises';
import { type ActualsStore, type IngestReport, ingestActuals } from '@loadcast/core';
import { WANTED_SERIES } from '@loadcast/service';
import { type BulkFile, RefusedFile, readBulkFile } from '@loadcast/sources/eia930-bulk';
import type { CommandIo } from '../command.js';
import { startProgress } from '../progress.js';

/** The outcome of one file. */
export type FileResult =
  | { readonly file: string; readonly refused: { readonly line: number; readonly reason: string } }
  | ({ readonly file: string } & Omit<BulkFile, 'observations'> & Omit<IngestReport, 'source'>);

interface IngestOptions {
  readonly io: CommandIo;
  readonly clockCorrections: boolean;
}

/** Stores files one after the other. Stops between two files when the signal aborts: the rest have no result. */
export async function ingestFiles(
  store: ActualsStore,
  files: readonly string[],
  { io, clockCorrections }: IngestOptions,
): Promise<FileResult[]> {
  const sizes = await Promise.all(files.map(sizeOf));
  const progress = startProgress(io, sizes.reduce((sum, size) => sum + size, 0) / 1e6, 'MB');
  const results: FileResult[] = [];
  let done = 0;
  for (const [i, file] of files.entries()) {
    if (io.signal.aborted) break;
    const onProgress = (bytes: number): void => progress.update((done + bytes) / 1e6, file);
    results.push(await ingestFile(store, file, { now: io.now(), clockCorrections, onProgress }));
    done += sizes[i]!;
    progress.update(done / 1e6, file);
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
  store: ActualsStore,
  file: string,
  options: { now: number; clockCorrections: boolean; onProgress: (bytes: number) => void },
): Promise<FileResult> {
  try {
    const { observations, ...read } = await readBulkFile(file, { ...options, wanted: WANTED_SERIES });
    const { series, screening } = await ingestActuals(store, observations, {
      ingestedAt: options.now,
      arrival: 'history',
    });
    return { file, ...read, series, screening };
  } catch (error) {
    if (error instanceof RefusedFile) return { file, refused: { line: error.line, reason: error.reason } };
    throw error;
  }
}
