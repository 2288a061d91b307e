import type { Store } from '@loadcast/service';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';

const ABOUT = `Brings the store that the environment names to this program's format, and makes it when it does not exist. Every
command and every gateway does the same when it starts; this does nothing else, for deployments that migrate first.
Interrupted, it resumes. A store of a newer program is refused and not changed.`;

export function createMigrateCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'place' | 'close'>>,
): Command {
  return defineCommand({
    name: 'migrate',
    summary: 'upgrade the store to the format of this version',
    about: ABOUT,
    options: {},
    async run(_, io) {
      const store = await open(io.env);
      const { place } = store;
      await store.close();
      return { json: { place }, text: `${place} is up to date` };
    },
  });
}
