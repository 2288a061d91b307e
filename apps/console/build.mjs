// Builds the programs of one source: the script of the browser with its styles, what the gateway renders first paints with, and its charts
// for pages without a script.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const DIST = `${FOLDER}dist`;
const SHARED = {
  absWorkingDir: FOLDER,
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
};
const BROWSER = {
  ...SHARED,
  entryPoints: { console: 'src/client.tsx' },
  outdir: 'dist/assets',
  write: false,
  target: 'es2022',
  platform: 'browser',
  minify: true,
  // Browser pages load files by content hash, so that a file can be cached for a year.
  entryNames: '[name]-[hash]',
};
const SERVER = {
  ...SHARED,
  entryPoints: { server: 'src/server.tsx', charts: 'src/charts.tsx' },
  outdir: 'dist',
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  banner: { js: '/*! With Preact, MIT, (c) 2015-present Jason Miller */' },
};

/**
 * Builds both. `assets` is emptied first, and `assets.json` lists the written files: files of another build that a
 * cache restores beside them are not served.
 *
 * @param {{ isQuick?: boolean, dist?: string }} options quick: assets are compressed a little, as for development
 * @throws {Error} of esbuild, with the place of the fault; the previous build is then left as it was
 */
export async function buildConsole({ isQuick = false, dist = DIST } = {}) {
  const [browser] = await Promise.all([build(BROWSER), build({ ...SERVER, outdir: dist })]);
  cpSync(`${FOLDER}src/style`, `${dist}/style`, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  const assets = `${dist}/assets`;
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const names = browser.outputFiles.map(({ path, contents }) => {
    const name = basename(path);
    writeCompressed(`${assets}/${name}`, contents, isQuick);
    return name;
  });
  writeFileSync(`${dist}/assets.json`, `${JSON.stringify(names.sort(), null, 2)}\n`);
}

/** An asset, and beside it as Brotli and gzip, compressed as far as they can: it is done once, and served for a year. */
function writeCompressed(path, bytes, isQuick) {
  writeFileSync(path, bytes);
  const quality = isQuick ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: isQuick ? 1 : 9 }));
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
