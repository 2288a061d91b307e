import type { StoreSettings } from '../wiring/store.js';
import { type Backups, type BackupsDeps, createBackups } from './backups.js';
import { backupWriter } from './write-backup.js';

/** Where backups are kept, how many, and how often one is made. */
export interface BackupsConfig extends StoreSettings {
  readonly BACKUP_DIR?: string | undefined;
  /** ms */
  readonly BACKUP_EVERY: number;
  readonly BACKUP_KEEP: number;
}

/** Scheduled backups as the settings say; undefined where they name no folder. */
export function openBackups({
  config,
  ...deps
}: Pick<BackupsDeps, 'log' | 'now'> & { readonly config: BackupsConfig }): Backups | undefined {
  const { BACKUP_DIR: folder, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep, LOADCAST_DATA_DIR, DATABASE_URL } = config;
  const write = backupWriter({ LOADCAST_DATA_DIR, DATABASE_URL });
  return folder === undefined ? undefined : createBackups({ ...deps, folder, everyMs, keep, write });
}
