import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedFolders, readManifest } from './manifests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PNPM = join(ROOT, 'tooling/pnpm/node_modules/pnpm/bin/pnpm.cjs');

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
    const args = [PNPM, 'pack', '--pack-destination', output];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: join(ROOT, folder), encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} cannot be packed:\n${stdout}${stderr}`);
    return { name, version, tarball: join(output, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`) };
  });
}
