import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A hash of the code that forecasts and of what it runs on: with another, the same inputs may give other bits. */
export function codeVersion(): string {
  const folder = codeFolder();
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${process.versions.icu}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.d)\.[jt]s$/.test(file),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** Core's, which the command `loadcast` has in its own files (`build.mjs`). */
function codeFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(here, 'loadcast.js')) ? here : dirname(fileURLToPath(import.meta.resolve('@loadcast/core')));
}
