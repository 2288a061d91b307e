import { openedCommand } from '../opened-command.js';
import { flag } from '../options.js';
import { type IngestedStore, ingestFiles } from './ingest-files.js';
import { ingestTable } from './ingest-table.js';

/** `loadcast ingest eia930 FILE...` */
export const createIngestCommand = openedCommand({
  name: 'ingest eia930',
  summary: 'load EIA-930 six-month files into the store',
  example: 'EIA930_*.csv.gz',
  about: `Loads EIA-930 six-month files, BALANCE or SUBREGION, .csv or .csv.gz, and PUDL's Parquet tables of them.
Each file is stored completely or not at all. A file read twice adds nothing; a changed value is kept beside the old one.`,
  argument: 'FILE...',
  options: {
    'no-clock-corrections': flag('keep the hour labels of EIA, even where they are known to be wrong'),
  },
  async run(store: IngestedStore, values, io, files) {
    const results = await ingestFiles(store, files, { io, clockCorrections: !values['no-clock-corrections'] });
    const refused = results.filter((result) => 'refused' in result);
    for (const { file, refused: reason } of refused) io.err(`refused: ${explain(file, reason)}`);
    const hasFailed = results.length < files.length || refused.length > 0;
    return { json: { files: results }, text: ingestTable(store.areas(), results), hasFailed };
  },
});

function explain(file: string, { line, reason }: { line: number; reason: string }): string {
  return line > 0 ? `${file}, line ${line}: ${reason}` : `${file}: ${reason}`;
}
