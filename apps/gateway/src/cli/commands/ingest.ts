import { stat } from 'node:fs/promises';
import { type ActualsStore, type IngestReport, ingestActuals } from '@loadcast/core';
import { type BulkFile, RefusedFile, readBulkFile } from '@loadcast/sources/eia930-bulk';
import { WANTED_SERIES } from '../../service/wanted-series.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
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

const USAGE = `usage: loadcast ingest eia930 FILE... [--json] [--no-clock-corrections]

Reads EIA-930 six-month files, BALANCE or SUBREGION, .csv or .csv.gz. Each file is stored whole or refused whole.
A file read twice adds nothing; a value that changed is kept beside the one it replaces.

  --json                  print what was kept of every file as JSON
  --no-clock-corrections  leave hours where EIA labels them, wrong ones too`;

/** `loadcast ingest eia930 FILE...` */
export function createIngestCommand(openStore: (env: CommandIo['env']) => Promise<OpenActuals> | OpenActuals): Command {
  return {
    name: 'ingest eia930',
    summary: 'read EIA-930 six-month files into the store',
    usage: USAGE,
    async run(args, io) {
      const { values, positionals } = readArgs(
        args,
        { json: { type: 'boolean' }, 'no-clock-corrections': { type: 'boolean' } },
        { positionals: true },
      );
      if (positionals.length === 0) throw new UsageError('name at least one file');
      const store = await openStore(io.env);
      try {
        const clockCorrections = values['no-clock-corrections'] !== true;
        const results = await ingestFiles(store.actuals, positionals, { io, clockCorrections });
        if (values.json) io.out(JSON.stringify({ files: results }));
        else for (const line of ingestTable(results)) io.out(line);
        for (const result of results)
          if ('refused' in result) io.say(`refused: ${explain(result.file, result.refused)}`);
        return results.length < positionals.length || results.some((result) => 'refused' in result) ? 1 : 0;
      } finally {
        await store.close();
      }
    },
  };
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
