import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A hash of the code that forecasts and of what it runs on: with another, the same inputs may give other bits. */
export function codeVersion(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('@loadcast/core')));
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${process.versions.icu}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.d)\.[jt]s$/.test(file),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
