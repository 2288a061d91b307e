import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag } from '../options.js';
import { withOpened } from '../with-opened.js';
import { type IngestedStore, ingestFiles } from './ingest-files.js';
import { ingestTable } from './ingest-table.js';

interface OpenIngested extends IngestedStore {
  close(): void | Promise<void>;
}

const ABOUT = `Reads EIA-930 six-month files, BALANCE or SUBREGION, .csv or .csv.gz, and PUDL's Parquet tables of them. Each file is stored whole or refused whole.
A file read twice adds nothing; a value that changed is kept beside the one it replaces.`;

/** `loadcast ingest eia930 FILE...` */
export function createIngestCommand(
  openStore: (env: CommandIo['env']) => Promise<OpenIngested> | OpenIngested,
): Command {
  return defineCommand({
    name: 'ingest eia930',
    summary: 'read EIA-930 six-month files into the store',
    about: ABOUT,
    argument: 'FILE...',
    options: {
      'no-clock-corrections': flag('leave hours where EIA labels them, wrong ones too'),
    },
    run: (values, io, files) =>
      withOpened(openStore(io.env), async (store) => {
        const clockCorrections = !values['no-clock-corrections'];
        const results = await ingestFiles(store, files, { io, clockCorrections });
        const refused = results.filter((result) => 'refused' in result);
        for (const { file, refused: reason } of refused) io.err(`refused: ${explain(file, reason)}`);
        const hasFailed = results.length < files.length || refused.length > 0;
        return { json: { files: results }, text: ingestTable(store.areas(), results), hasFailed };
      }),
  });
}

function explain(file: string, { line, reason }: { line: number; reason: string }): string {
  return line > 0 ? `${file}, line ${line}: ${reason}` : `${file}: ${reason}`;
}
