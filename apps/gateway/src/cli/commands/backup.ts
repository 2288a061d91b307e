import { resolve } from 'node:path';
import type { Store } from '../../wiring.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';

const USAGE = `usage: loadcast backup FILE [--json]

Writes a whole, checked copy of the embedded store to a new file, while a gateway writes. The file appears only when it
is complete and synced. It is a store itself: \`restore\` puts it back.

PostgreSQL has its own tools: pg_dump, or \`loadcast copy --from postgres --to sqlite\`.

  --json   print file and size as JSON`;

/** `loadcast backup FILE` */
export function createBackupCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'backup' | 'place' | 'close'>>,
): Command {
  return {
    name: 'backup',
    summary: 'write a copy of the embedded store to a file',
    usage: USAGE,
    async run(args, io) {
      const { values, positionals } = readArgs(args, { json: { type: 'boolean' } }, { positionals: true });
      const [to, ...more] = positionals;
      if (to === undefined || more.length > 0) throw new UsageError('one FILE is expected');
      const store = await open(io.env);
      try {
        if (!store.backup) throw new UsageError(`${store.place}: use pg_dump, or 'copy --from postgres --to sqlite'`);
        const report = await store.backup(resolve(to));
        io.out(values.json ? JSON.stringify(report) : `${report.file}: ${report.bytes} bytes`);
        return 0;
      } finally {
        await store.close();
      }
    },
  };
}
