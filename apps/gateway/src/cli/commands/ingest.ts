import type { ActualsStore } from '@loadcast/core';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag, JSON_OPTION } from '../options.js';
import { ingestFiles } from './ingest-files.js';
import { ingestTable } from './ingest-table.js';

/** A store as the command needs it. */
export interface OpenActuals {
  readonly actuals: ActualsStore;
  close(): void | Promise<void>;
}

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
