import { workOnce } from '../work-in-thread.js';
import { writeBackup } from './write-backup.js';

/** A thread that writes one backup, so that no request waits for it. */
await workOnce(writeBackup);
