import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/**
 * The cases of a shared text file: a line each, cells parted by `|`, `#` starts a comment line.
 *
 * @param path below the repository's root
 */
export function caseRows(path: string): string[][] {
  const lines = readFileSync(new URL(path, ROOT), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('|'));
}
