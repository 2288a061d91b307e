import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A hash of the code that forecasts and of its platform: with another, the same inputs may give other bits. */
export function codeVersion(): string {
  const { folder, files } = ownCode() ?? coreCode();
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${process.versions.icu}`);
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

interface Code {
  readonly folder: string;
  readonly files: readonly string[];
}

/** The command `loadcast`, which has core in its own files (`build.mjs`). */
function ownCode(): Code | undefined {
  const folder = dirname(fileURLToPath(import.meta.url));
  const parts = join(folder, 'parts.json');
  return existsSync(parts) ? { folder, files: JSON.parse(readFileSync(parts, 'utf8')) } : undefined;
}

function coreCode(): Code {
  const folder = dirname(fileURLToPath(import.meta.resolve('@loadcast/core')));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return { folder, files: files.filter((file) => /(?<!\.d)\.[jt]s$/.test(file)).sort() };
}
