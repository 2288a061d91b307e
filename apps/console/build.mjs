// Builds two programs of one source: the script of the browser with its styles, and what the gateway renders first paints with.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ASSETS = `${FOLDER}dist/assets`;
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
  target: 'es2022',
  platform: 'browser',
  minify: true,
  // Pages of a browser name what they load by its content, so that it can be kept for a year.
  entryNames: '[name]-[hash]',
};
const SERVER = {
  ...SHARED,
  entryPoints: { server: 'src/server.tsx' },
  outdir: 'dist',
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  banner: { js: '/*! With Preact, MIT, (c) 2015-present Jason Miller */' },
};

/**
 * Builds both and leaves no file of an earlier build.
 *
 * @param {{ isQuick?: boolean }} options quick: assets are compressed a little, as for development
 * @throws {Error} of esbuild, with the place of the fault
 */
export async function buildConsole({ isQuick = false } = {}) {
  mkdirSync(ASSETS, { recursive: true });
  const [browser] = await Promise.all([build({ ...BROWSER, metafile: true }), build(SERVER)]);
  const made = Object.keys(browser.metafile.outputs).map((path) => path.slice(path.lastIndexOf('/') + 1));
  for (const name of readdirSync(ASSETS)) {
    if (!made.some((asset) => name === asset)) rmSync(`${ASSETS}/${name}`);
  }
  for (const name of made.filter((asset) => /\.(js|css|svg)$/.test(asset))) compress(`${ASSETS}/${name}`, isQuick);
}

/** Each asset beside itself as Brotli and gzip, compressed as far as they can: it is done once, and served for a year. */
function compress(path, isQuick) {
  const bytes = readFileSync(path);
  const quality = isQuick ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: isQuick ? 1 : 9 }));
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
