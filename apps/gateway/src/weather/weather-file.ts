import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import type { WeatherArchive } from './weather-archive.js';

const FORMAT = 1;

export function weatherFileOf(dataDir: string): string {
  return join(dataDir, 'weather.bin');
}

/** Replaces the file as a whole: a reader sees the old one or the new one, also after a crash. */
export async function writeWeather(file: string, archive: WeatherArchive): Promise<void> {
  const bytes = await promisify(deflate)(serialize({ format: FORMAT, archive }), { level: 3 });
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

/** What was written last; nothing when there is no file or it is of no use: weather can be read again upstream. */
export async function readWeather(file: string): Promise<WeatherArchive> {
  try {
    const { format, archive } = deserialize(await promisify(inflate)(await readFile(file))) as {
      format: number;
      archive: WeatherArchive;
    };
    return format === FORMAT ? archive : [];
  } catch {
    return [];
  }
}

/** Tells one state of the file from another. */
export async function weatherVersion(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'none';
  }
}
