import { resolve } from 'node:path';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';

const USAGE = `usage: loadcast restore FILE [--replace] [--json]

Puts a backup in the place of the embedded store. The backup is copied and read from end to end first: one that is no
good changes nothing. Stop the gateway before.

  --replace   a store that is there is set aside as loadcast.db.before-restore
  --json      print the store's file as JSON`;

/** `loadcast restore FILE` @param restore puts a backup in place and tells the store's file */
export function createRestoreCommand(
  restore: (env: CommandIo['env'], backup: string, options: { readonly replace: boolean }) => string,
): Command {
  return {
    name: 'restore',
    summary: 'put a backup in the place of the embedded store',
    usage: USAGE,
    async run(args, io) {
      const options = { replace: { type: 'boolean' }, json: { type: 'boolean' } } as const;
      const { values, positionals } = readArgs(args, options, { positionals: true });
      const [from, ...more] = positionals;
      if (from === undefined || more.length > 0) throw new UsageError('one FILE is expected');
      const file = restore(io.env, resolve(from), { replace: values.replace === true });
      io.out(values.json ? JSON.stringify({ file }) : `${file} is what ${from} was`);
      return 0;
    },
  };
}
