import { resolve } from 'node:path';
import type { RestoreStoreOptions } from '@loadcast/service';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag } from '../options.js';
import { showStages } from './copy-stages.js';

const ABOUT = `Puts a backup in the place of the store that the environment names: the database of DATABASE_URL, or without it the embedded
store in LOADCAST_DATA_DIR. A copy of the backup is brought to this program's format and read from end to end first, and
what a database was given is compared with it before it takes its place: what fails changes nothing. Stop the gateways before.`;

/** `loadcast restore FILE` @param restore puts a backup in place and gives where */
export function createRestoreCommand(
  restore: (env: CommandIo['env'], backup: string, options: RestoreStoreOptions) => Promise<string>,
): Command {
  return defineCommand({
    name: 'restore',
    summary: 'replace the store with a backup',
    about: ABOUT,
    argument: 'FILE',
    options: {
      replace: flag(
        'a store that is not empty is set aside, as loadcast.db.before-restore,\nor on PostgreSQL in the schema NAME_before_restore',
      ),
    },
    async run({ replace }, io, [backup]) {
      const stages = showStages(io);
      try {
        const place = await restore(io.env, resolve(backup), { replace, onProgress: stages.show });
        return { json: { place }, text: `${place} was restored from ${backup}` };
      } finally {
        stages.end();
      }
    },
  });
}
