// Builds the command `loadcast` and its threads as one program: it starts in half the time that its thousand files would take.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROGRAM = join(FOLDER, 'dist/bin');

/** Parts that are built by themselves (`tsup.config.ts`), as the program finds them. */
const BUILT_APART = { './sdk.js': '../mcp/sdk.js', './library.js': '../bulk/parquet/library.js' };

/** Packages of hundreds of files, which each thread would open one by one: a quarter of its start. */
const PACKAGES_INSIDE = ['kysely', 'zod'];

/** All else that is installed stays outside, so that users get its fixes; so does the console, which reads its own files. */
const outside = {
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^@loadcast\/(?!console)/.test(path) || PACKAGES_INSIDE.includes(path) ? undefined : { path, external: true },
    );
    onResolve({ filter: /^\.\/(sdk|library)\.js$/ }, ({ path }) => ({ path: BUILT_APART[path], external: true }));
  },
};

/**
 * `parts.json` lists what was written: a cache restores a build beside the files of another. Threads are files beside the command and its parts: each is found where `import.meta.url` says.
 *
 * @throws {Error} of esbuild, with the place of the fault; what was built before is then left as it was
 */
export async function buildProgram() {
  const { metafile } = await build({
    absWorkingDir: FOLDER,
    entryPoints: {
      loadcast: 'src/bin/loadcast.ts',
      'forecast-worker': 'src/service/forecasting/forecast-worker.ts',
      'replay-worker': 'src/backtest/replay-worker.ts',
      'bulk-worker': 'src/bulk/bulk-worker.ts',
      'hash-worker': 'src/access/passwords/hash-worker.ts',
      'backup-worker': 'src/service/backups/backup-worker.ts',
    },
    outdir: 'dist/bin',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    conditions: ['@loadcast/source'],
    plugins: [outside],
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
  });
  const written = Object.keys(metafile.outputs).map((path) => basename(path));
  const parts = written.filter((name) => name.endsWith('.js')).sort();
  writeFileSync(join(PROGRAM, 'parts.json'), `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(
    join(PROGRAM, 'LICENSES.txt'),
    PACKAGES_INSIDE.map((name) => licenseOf(name, metafile.inputs)).join('\n'),
  );
  removeOthers(new Set(written));
}

/** The licence of a package, which asks to go wherever its code goes. */
function licenseOf(name, inputs) {
  const folder = `/node_modules/${name}/`;
  const input = Object.keys(inputs).find((path) => path.includes(folder));
  const place = join(FOLDER, input.slice(0, input.lastIndexOf(folder)), folder);
  return `${name}\n\n${readFileSync(join(place, 'LICENSE'), 'utf8')}`;
}

/** Parts of an earlier build. */
function removeOthers(written) {
  for (const name of readdirSync(PROGRAM)) {
    if (/\.js(\.map)?$/.test(name) && !written.has(name)) rmSync(join(PROGRAM, name));
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildProgram();
