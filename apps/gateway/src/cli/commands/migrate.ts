import type { Store } from '../../wiring.js';
import { type Command, type CommandIo, readArgs } from '../command.js';

const USAGE = `usage: loadcast migrate [--json]

Brings the store that the environment names to this program's format, and makes it when it is not there. Every command
and every gateway does the same when it starts; this does nothing else, for deployments that migrate first. Interrupted,
it resumes. A store of a newer program is refused and left alone.

  --json   print the place as JSON`;

/** `loadcast migrate` */
export function createMigrateCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'place' | 'close'>>,
): Command {
  return {
    name: 'migrate',
    summary: 'bring the store to this program’s format',
    usage: USAGE,
    async run(args, io) {
      const { values } = readArgs(args, { json: { type: 'boolean' } });
      const store = await open(io.env);
      const { place } = store;
      await store.close();
      io.out(values.json ? JSON.stringify({ place }) : `${place} is up to date`);
      return 0;
    },
  };
}
