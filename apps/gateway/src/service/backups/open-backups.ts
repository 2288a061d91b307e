import type { Config } from '../../config.js';
import { type Backups, type BackupsDeps, createBackups } from './backups.js';
import { type BackupOrder, backupWriter } from './write-backup.js';

/** Scheduled backups as the settings say; undefined where they name no folder. */
export function openBackups(
  env: BackupOrder['env'],
  { config, ...deps }: Pick<BackupsDeps, 'log' | 'now'> & { readonly config: Config },
): Backups | undefined {
  const { BACKUP_DIR: folder, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep } = config;
  return folder === undefined ? undefined : createBackups({ ...deps, folder, everyMs, keep, write: backupWriter(env) });
}
