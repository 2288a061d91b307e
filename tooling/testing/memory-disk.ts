import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
const LEAST_FREE_BYTES = 8 * 1024 ** 3;

/**
 * The environment in which temporary folders are in memory, where this machine has room for them: stores of tests are synced
 * thousands of times, and no test cuts the power. A program that is killed with -9 leaves the same bytes on either kind of disk.
 */
export function memoryDisk(): Readonly<Record<string, string>> {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return {};
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1] ?? 'ro';
  if (mount.split(',').some((option) => ['ro', 'noexec', 'nodev'].includes(option))) return {};
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize > LEAST_FREE_BYTES ? { TMPDIR: FOLDER } : {};
}
