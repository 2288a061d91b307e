import { resolve } from 'node:path';
import type { Store } from '@loadcast/service';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { withOpened } from '../with-opened.js';

const ABOUT = `Writes a whole, checked copy of the store, embedded or on PostgreSQL, as it was at one instant to a new file, while
gateways write. The file appears only when it is complete and synced. It is an embedded store itself: \`restore\` puts it
back, and \`copy --from sqlite --to postgres\` brings it to PostgreSQL from there.`;

export function createBackupCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'backup' | 'close'>>,
): Command {
  return defineCommand({
    name: 'backup',
    summary: 'write a copy of the store to a file',
    about: ABOUT,
    argument: 'FILE',
    options: {},
    run: (_, io, [to]) =>
      withOpened(open(io.env), async (store) => {
        const report = await store.backup(resolve(to));
        return { json: report, text: `${report.file}: ${report.bytes} bytes` };
      }),
  });
}
