// The manifests of published packages: which they are, and the fields that are the same in all of them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ROOT } from './pnpm.mjs';
import { PUBLISHER } from './publisher.data.mjs';

export function publishedFolders() {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')) && !readManifest(folder).private);
}

/** @param {string} folder below the repository's root */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

/** The manifest of a package with the fields of the publisher after its license. */
export function withPublisher(folder, manifest) {
  const { author, repository, keywords } = PUBLISHER;
  const fields = {
    author,
    homepage: `${repository}#readme`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    bugs: `${repository}/issues`,
    keywords,
  };
  const rest = Object.entries(manifest).filter(([name]) => !Object.hasOwn(fields, name));
  const entries = rest.flatMap(([name, value]) =>
    name === 'license' ? [[name, value], ...Object.entries(fields)] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of publishedFolders()) {
    const text = `${JSON.stringify(withPublisher(folder, readManifest(folder)), null, 2)}\n`;
    writeFileSync(join(ROOT, folder, 'package.json'), text);
  }
}
