import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EpochMs } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';

const compress = promisify(gzip);

export interface ArchivedFeed {
  readonly feed: string;
  readonly files: number;
  readonly bytes: number;
  /** When the newest file was first seen. */
  readonly newestAt: EpochMs;
}

/** Keeps every changed file of the operators' feeds as it came, compressed, by the time it was first seen and its hash. */
export interface FeedArchive {
  /** Keeps a file unless the feed's newest one is equal. @returns whether it is new */
  keep(feed: string, sha256: string, bytes: Uint8Array, seenAt: EpochMs): Promise<boolean>;
  /** Removes files first seen before an instant. @returns how many */
  sweep(before: EpochMs): Promise<number>;
  contents(): Promise<readonly ArchivedFeed[]>;
}

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2})\.(\d{3})Z_([0-9a-f]{64})\.gz$/;

/** @param folder made when the first file is kept */
export function openFeedArchive(folder: string): FeedArchive {
  const namesOf = async (feed: string): Promise<string[]> => {
    const names = await readdir(join(folder, feed)).catch(() => []);
    return names.filter((name) => NAME.test(name)).sort();
  };
  const feeds = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();
  return {
    async keep(feed, sha256, bytes, seenAt) {
      if ((await namesOf(feed)).at(-1)?.endsWith(`_${sha256}.gz`)) return false;
      await mkdir(join(folder, feed), { recursive: true, mode: 0o700 });
      const file = join(folder, feed, `${new Date(seenAt).toISOString().replaceAll(':', '')}_${sha256}.gz`);
      await writeFile(`${file}.part`, await compress(bytes), { mode: 0o600 });
      await rename(`${file}.part`, file);
      return true;
    },
    async sweep(before) {
      let removed = 0;
      for (const feed of await feeds()) {
        for (const name of await namesOf(feed)) {
          if (seenAtOf(name) >= before) break;
          await rm(join(folder, feed, name), { force: true });
          removed++;
        }
      }
      return removed;
    },
    async contents() {
      const found: ArchivedFeed[] = [];
      for (const feed of await feeds()) {
        const names = await namesOf(feed);
        if (names.length === 0) continue;
        const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, feed, name))).size));
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        found.push({ feed, files: names.length, bytes, newestAt: seenAtOf(names.at(-1)!) });
      }
      return found;
    },
  };
}

function seenAtOf(name: string): EpochMs {
  const [, hour, minute, second, ms] = NAME.exec(name)!;
  return parseEpochMs(`${hour}:${minute}:${second}.${ms}Z`);
}
