import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The absolute path of a file or folder of recorded data that is not part of this repository.
 *
 * @param path below the folder that LOADCAST_TEST_DATA names (relative to the repository's root, or absolute)
 * @returns undefined where the variable is not set or nothing is there: a test of real data is then skipped, and reported so
 */
export function testData(path: string): string | undefined {
  const folder = process.env['LOADCAST_TEST_DATA'];
  if (!folder) return undefined;
  const file = join(resolve(ROOT, folder), path);
  return existsSync(file) ? file : undefined;
}
