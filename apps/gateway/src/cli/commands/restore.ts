import { resolve } from 'node:path';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag, JSON_OPTION } from '../options.js';

const ABOUT = `Puts a backup in the place of the embedded store. The backup is copied and read from end to end first: one that is
damaged changes nothing. Stop the gateway before.`;

/** `loadcast restore FILE` @param restore puts a backup in place and returns the store's file */
export function createRestoreCommand(
  restore: (env: CommandIo['env'], backup: string, options: { readonly replace: boolean }) => string,
): Command {
  return defineCommand({
    name: 'restore',
    summary: 'put a backup in the place of the embedded store',
    about: ABOUT,
    argument: 'FILE',
    options: { replace: flag('an existing store is kept as loadcast.db.before-restore'), ...JSON_OPTION },
    async run({ replace, json }, io, [backup]) {
      const file = restore(io.env, resolve(backup), { replace });
      io.out(json ? JSON.stringify({ file }) : `${file} was restored from ${backup}`);
      return 0;
    },
  });
}
