import { stat } from 'node:fs/promises';
import { type ActualsStore, type IngestReport, ingestActuals } from '@loadcast/core';
import { type BulkFile, RefusedFile, readBulkFile } from '@loadcast/sources/eia930-bulk';
import { WANTED_SERIES } from '../../service/wanted-series.js';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag, JSON_OPTION } from '../options.js';
import { startProgress } from '../progress.js';
import { ingestTable } from './ingest-table.js';

/** A store as the command needs it. */
export interface OpenActuals {
  readonly actuals: ActualsStore;
  close(): void | Promise<void>;
}

/** What became of one file. */
export type FileResult =
  | { readonly file: string; readonly refused: { readonly line: number; readonly reason: string } }
  | ({ readonly file: string } & Omit<BulkFile, 'observations'> & Omit<IngestReport, 'source'>);

const ABOUT = `Reads EIA-930 six-month files, BALANCE or SUBREGION, .csv or .csv.gz. Each file is stored whole or refused whole.
A file read twice adds nothing; a value that changed is kept beside the one it replaces.`;

/** `loadcast ingest eia930 FILE...` */
export function createIngestCommand(openStore: (env: CommandIo['env']) => Promise<OpenActuals> | OpenActuals): Command {
  return defineCommand({
    name: 'ingest eia930',
    summary: 'read EIA-930 six-month files into the store',
    about: ABOUT,
    argument: 'FILE...',
    options: {
      'no-clock-corrections': flag('leave hours where EIA labels them, wrong ones too'),
      ...JSON_OPTION,
    },
    async run(values, io, files) {
      const store = await openStore(io.env);
      try {
        const clockCorrections = !values['no-clock-corrections'];
        const results = await ingestFiles(store.actuals, files, { io, clockCorrections });
        if (values.json) io.out(JSON.stringify({ files: results }));
        else for (const line of ingestTable(results)) io.out(line);
        const refused = results.filter((result) => 'refused' in result);
        for (const { file, refused: reason } of refused) io.err(`refused: ${explain(file, reason)}`);
        return results.length < files.length || refused.length > 0 ? 1 : 0;
      } finally {
        await store.close();
      }
    },
  });
}

function explain(file: string, { line, reason }: { line: number; reason: string }): string {
  return line > 0 ? `${file}, line ${line}: ${reason}` : `${file}: ${reason}`;
}

interface IngestOptions {
  readonly io: CommandIo;
  readonly clockCorrections: boolean;
}

async function ingestFiles(
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
