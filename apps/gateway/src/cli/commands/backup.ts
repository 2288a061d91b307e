import { resolve } from 'node:path';
import type { Store } from '../../wiring.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';

const USAGE = `usage: loadcast backup FILE [--json]

Writes a whole, checked copy of the store, embedded or on PostgreSQL, as it was at one instant to a new file, while
gateways write. The file appears only when it is complete and synced. It is an embedded store itself: \`restore\` puts it
back, and \`copy --from sqlite --to postgres\` brings it to PostgreSQL from there.

  --json   print file and size as JSON`;

/** `loadcast backup FILE` */
export function createBackupCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'backup' | 'close'>>,
): Command {
  return {
    name: 'backup',
    summary: 'write a copy of the store to a file',
    usage: USAGE,
    async run(args, io) {
      const { values, positionals } = readArgs(args, { json: { type: 'boolean' } }, { positionals: true });
      const [to, ...more] = positionals;
      if (to === undefined || more.length > 0) throw new UsageError('one FILE is expected');
      const store = await open(io.env);
      try {
        const report = await store.backup(resolve(to));
        io.out(values.json ? JSON.stringify(report) : `${report.file}: ${report.bytes} bytes`);
        return 0;
      } finally {
        await store.close();
      }
    },
  };
}
