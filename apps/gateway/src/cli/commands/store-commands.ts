import { resolve } from 'node:path';
import type { RestoreStoreOptions, Store } from '@loadcast/service';
import type { CopyProgress } from '@loadcast/storage/postgres';
import { type Command, type CommandIo, UsageError } from '../command.js';
import { defineCommand } from '../define-command.js';
import { openedCommand } from '../opened-command.js';
import { flag, required } from '../options.js';
import { type Progress, startProgress } from '../progress.js';
import { readWord } from '../values/read-values.js';

export const createBackupCommand = openedCommand({
  name: 'backup',
  summary: 'write a copy of the store to a file',
  example: '/backups/loadcast.db',
  about: `Writes a complete, checked copy of the store at one instant to a new file, from SQLite or PostgreSQL, while gateways
write. The file appears only when it is complete. It is an embedded store: \`restore\` puts it back, and from there
\`copy --from sqlite --to postgres\` moves it to PostgreSQL.`,
  argument: 'FILE',
  async run(store: Pick<Store, 'backup' | 'close'>, _, __, [to]) {
    const report = await store.backup(resolve(to));
    return { json: report, text: `${report.file}: ${report.bytes} bytes` };
  },
});

export const createMigrateCommand = openedCommand({
  name: 'migrate',
  summary: 'upgrade the store to the format of this version',
  about: `Upgrades the store that the environment names to this program's format, or creates it. Every command and every
gateway does this when it starts; use the command to migrate first. If interrupted, it resumes. A store of a newer
version is refused and not changed.`,
  run: async ({ place }: Pick<Store, 'place' | 'close'>) => ({ json: { place }, text: `${place} is up to date` }),
});

/** @param restore puts a backup in place and gives where */
export function createRestoreCommand(
  restore: (env: CommandIo['env'], backup: string, options: RestoreStoreOptions) => Promise<string>,
): Command {
  return defineCommand({
    name: 'restore',
    summary: 'replace the store with a backup',
    example: '/backups/loadcast.db',
    about: `Replaces the store that the environment names: the database of DATABASE_URL, or else the embedded store in
LOADCAST_DATA_DIR. A copy of the backup is upgraded and read from end to end first, and a restored database is compared
with it before it takes over. A failure changes nothing. Stop the gateways first.`,
    argument: 'FILE',
    options: {
      replace: flag(
        'set aside a store that is not empty, as loadcast.db.before-restore,\nor on PostgreSQL in the schema NAME_before_restore',
      ),
    },
    run: ({ replace }, io, [backup]) =>
      showingStages(io, async (onProgress) => {
        const place = await restore(io.env, resolve(backup), { replace, onProgress });
        return { json: { place }, text: `${place} was restored from ${backup}` };
      }),
  });
}

const ENGINES = ['sqlite', 'postgres'] as const;
type Engine = (typeof ENGINES)[number];

const readEngine = (option: string, text: string): Engine => readWord(option, text, ENGINES);

export function createCopyCommand(open: (env: CommandIo['env'], engine: Engine) => Promise<Store>): Command {
  return defineCommand({
    name: 'copy',
    summary: 'copy the store to the other engine and compare',
    example: '--from sqlite --to postgres',
    about: `Copies everything (load with all its versions, forecasts, weather, accounts and keys) into an empty store, then reads
both again and compares. sqlite is the store in LOADCAST_DATA_DIR, postgres the database of DATABASE_URL. Stop the
gateways first: nothing may write meanwhile.`,
    options: {
      from: required('ENGINE', 'sqlite or postgres', readEngine),
      to: required('ENGINE', 'the other one', readEngine),
    },
    run: ({ from, to }, io) =>
      showingStages(io, async (onProgress) => {
        if (from === to) throw new UsageError('--from and --to are the same');
        const stores: Store[] = [];
        try {
          for (const engine of [from, to]) stores.push(await open(io.env, engine));
          const { copyStore } = await import('@loadcast/storage/postgres');
          const report = await copyStore(stores[0]!, stores[1]!, onProgress);
          const counts = `${report.batches} batches and ${report.vintages} forecasts`;
          return { json: report, text: `${counts} copied to ${stores[1]!.place} and compared` };
        } finally {
          for (const store of stores) await store.close();
        }
      }),
  });
}

/** Work of several stages, each with a progress of its own. */
async function showingStages<T>(
  io: CommandIo,
  work: (onProgress: (at: CopyProgress) => void) => Promise<T>,
): Promise<T> {
  let current: { readonly stage: string; readonly progress: Progress } | undefined;
  try {
    return await work(({ stage, done, total }) => {
      if (current?.stage !== stage) {
        current?.progress.stop();
        current = { stage, progress: startProgress(io, total, stage) };
      }
      current.progress.update(done, '');
    });
  } finally {
    current?.progress.stop();
  }
}
