// Builds the command `loadcast`, its threads and what embeds it as one program: it starts in half the time that its thousand files would take.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path/posix';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pnpm } from '../../tooling/release/pnpm.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROGRAM = join(FOLDER, 'dist/bin');
const PACKAGES = join(FOLDER, '../../packages');
/** What the demonstration shows; found beside the program. */
const RECORDED_LOAD = join(PACKAGES, 'service/src/recorded/recorded-load.txt.gz');

/** Private packages, which are published inside this one: their types too. */
const PRIVATE = ['observe', 'service', 'accounts', 'backtest', 'mcp'];

/** Parts that are built separately, as the program finds them: the used parts of large packages, whose licenses ask to be named. */
const PARTS = [
  {
    entry: '../../packages/mcp/src/sdk.ts',
    outfile: 'dist/mcp/sdk.js',
    inside: /^@modelcontextprotocol\//,
    notice: '/*! @modelcontextprotocol/server and /core: Apache-2.0, Anthropic, PBC */',
    // Its validator of schemas is left out: no form is ever sent to a client.
    alias: { '@modelcontextprotocol/server/_shims': '../../packages/mcp/src/no-forms.ts' },
    // It writes a line beside the log at every request that is answered as JSON.
    pure: ['console.warn'],
  },
  {
    entry: 'src/telemetry/otlp.ts',
    outfile: 'dist/telemetry/otlp.js',
    inside: /^@opentelemetry\//,
    notice: '/*! @opentelemetry/*: Apache-2.0, The OpenTelemetry Authors */',
    mainFields: ['module', 'main'],
  },
  {
    entry: '../../packages/service/src/bulk/parquet/library.ts',
    outfile: 'dist/parquet/library.js',
    inside: /^hyparquet/,
    notice: '/*! hyparquet-writer and hyparquet: MIT, Hyperparam */',
  },
];
/** Where the program finds the parts that its modules import from beside them. */
const BUILT_APART = new Map(PARTS.map(({ outfile }) => [`./${basename(outfile)}`, outfile.replace('dist', '..')]));

const COMMON = {
  absWorkingDir: FOLDER,
  bundle: true,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  logLevel: 'silent',
};

/** Packages of hundreds of files, which each thread would open one by one: a quarter of its start. */
const PACKAGES_INSIDE = ['zod'];

/** All else that is installed stays outside, so that users get its fixes; so does the console, which reads its own files. */
const outside = {
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^@loadcast\/(?!console)/.test(path) || PACKAGES_INSIDE.includes(path) ? undefined : { path, external: true },
    );
    onResolve({ filter: /^\.\/\w+\.js$/ }, ({ path }) =>
      BUILT_APART.has(path) ? { path: BUILT_APART.get(path), external: true } : undefined,
    );
    onResolve({ filter: /^\.\/check-node\.mjs$/ }, ({ path }) => ({ path, external: true, sideEffects: true }));
  },
};

/**
 * `parts.json` lists the written files: a cache restores a build beside the files of another. Threads are files beside
 * the command and its parts: each is found where `import.meta.url` says.
 *
 * @throws {Error} of esbuild, with the place of the fault; the previous build is then left as it was
 */
export async function buildProgram() {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: {
      loadcast: 'src/bin/loadcast.ts',
      index: 'src/index.ts',
      config: 'src/config.ts',
      'forecast-worker': '../../packages/service/src/forecasting/forecast-worker.ts',
      'replay-worker': '../../packages/backtest/src/replay-worker.ts',
      'bulk-worker': '../../packages/service/src/bulk/bulk-worker.ts',
      'hash-worker': '../../packages/accounts/src/access/passwords/hash-worker.ts',
      'upstream-worker': '../../packages/service/src/upstreams/upstream-worker.ts',
      'backup-worker': '../../packages/service/src/backups/backup-worker.ts',
    },
    outdir: 'dist/bin',
    chunkNames: 'part-[hash]',
    splitting: true,
    conditions: ['@loadcast/source'],
    plugins: [outside],
    sourcemap: true,
    metafile: true,
  });
  const written = Object.keys(metafile.outputs).map((path) => basename(path));
  const parts = written.filter((name) => name.endsWith('.js')).sort();
  writeFileSync(join(PROGRAM, 'parts.json'), `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(
    join(PROGRAM, 'LICENSES.txt'),
    PACKAGES_INSIDE.map((name) => licenseOf(name, metafile.inputs)).join('\n'),
  );
  cpSync(join(FOLDER, 'src/bin/check-node.mjs'), join(PROGRAM, 'check-node.mjs'));
  cpSync(RECORDED_LOAD, join(PROGRAM, basename(RECORDED_LOAD)));
  removeOthers(new Set(written));
}

/** The license of a package, which asks to go wherever its code goes. */
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

async function buildPart({ entry, inside, notice, ...options }) {
  const external = {
    name: 'external',
    setup: ({ onResolve }) =>
      void onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || inside.test(path) ? undefined : { path, external: true },
      ),
  };
  await build({
    ...COMMON,
    ...options,
    entryPoints: [entry],
    plugins: [external],
    minify: true,
    banner: { js: notice },
  });
}

/** The clients of this version, which the service hands out at `/clients`. */
function packClients() {
  const folder = join(FOLDER, 'dist/clients');
  cpSync(join(FOLDER, '../../clients/python/loadcast.py'), join(folder, 'loadcast.py'));
  const args = ['pack', '--out', join(folder, 'loadcast.tgz')];
  const { status, stdout, stderr } = pnpm(args, join(PACKAGES, 'client'));
  if (status !== 0) throw new Error(`the client cannot be packed:\n${stdout}${stderr}`);
}

/** Puts the types of private packages beside this one's, which tsc has written into `dist/types/gateway`. */
function gatherTypes() {
  const types = join(FOLDER, 'dist/types');
  writeFileSync(join(types, 'gateway/bin/check-node.d.mts'), 'export {};\n'); // tsc writes none for JavaScript
  for (const name of PRIVATE) {
    const isType = (path) => !/\.[^/]*$/.test(path) || path.endsWith('.d.ts');
    cpSync(join(PACKAGES, name, 'dist'), join(types, name), { recursive: true, filter: isType });
  }
  for (const path of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const file = join(types, path);
    const toPackage = (name, door) => relative(dirname(path), `${name}${door ?? '/index'}.js`);
    const text = readFileSync(file, 'utf8');
    const names = new RegExp(`(["'])@loadcast/(${PRIVATE.join('|')})(/[^"']+)?\\1`, 'g');
    writeFileSync(
      file,
      text.replace(names, (_, quote, name, door) => `${quote}${toPackage(name, door)}${quote}`),
    );
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (argv[2] === 'types') gatherTypes();
  else {
    rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
    await Promise.all([buildProgram(), ...PARTS.map(buildPart)]);
    packClients();
  }
}
