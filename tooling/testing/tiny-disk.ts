import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, of a few megabytes, that can be full. */
export interface TinyDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  remove(): void;
}

/** Whether one can be made here: that takes root on Linux. */
export const canMountDisks: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();

/** @throws {Error} it cannot be mounted */
export function mountDisk(megabytes: number): TinyDisk {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) {
    rmdirSync(folder);
    throw new Error(`no disk of its own: ${stderr}`);
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => unlinkSync(filler),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
