import { join } from 'node:path';
import { publishedFolders, readManifest } from './manifests.mjs';
import { pnpm, ROOT } from './pnpm.mjs';

/**
 * Packs every published package as its users will get it.
 *
 * @param {string} output folder for the tarballs
 * @returns {{ name: string, version: string, tarball: string }[]}
 * @throws {Error} one cannot be packed: with what pnpm printed
 */
export function packAll(output) {
  return publishedFolders().map((folder) => {
    const { name, version } = readManifest(folder);
    const { status, stdout, stderr } = pnpm(['pack', '--pack-destination', output], join(ROOT, folder));
    if (status !== 0) throw new Error(`${name} cannot be packed:\n${stdout}${stderr}`);
    return { name, version, tarball: join(output, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`) };
  });
}
