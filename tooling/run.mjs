// One door for every command: sets the workspace up when needed, then runs the task. Needs only Node and npm.
import '../apps/gateway/src/bin/check-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const binFolder = (folder) => join(root, folder, 'node_modules', '.bin');
const env = {
  ...process.env,
  // Absolute folders: turbo's children fail to find pnpm through a relative one.
  PATH: [binFolder('.'), binFolder('tooling/pnpm'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

/** Runs a command to its end. `quiet`: its output is in the result. A name without a folder is found on the path, by a shell on Windows. */
function runToEnd(command, args, { quiet = false, cwd = root } = {}) {
  return spawnSync(command, args, {
    cwd,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && !isAbsolute(command),
  });
}

/** Runs a command to its end; a failure ends this process with the command's status. `quiet` prints only on failure. */
function run(command, args, { quiet = false } = {}) {
  const result = runToEnd(command, args, { quiet });
  if (result.status === 0) return;
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  if (result.error) process.stderr.write(`${command}: ${result.error.message}\n`);
  process.exit(result.status ?? 1);
}

const NPM_QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Whether the package registry answers within seconds, with whatever status. */
function isRegistryReached() {
  const { status, stderr } = runToEnd('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { quiet: true });
  return status === 0 || /code E\d{3}/.test(stderr ?? '');
}

/** One step of the set-up. Without a network it uses what earlier set-ups on this machine left. */
function install(step, command, args) {
  process.stderr.write(`${step} ...\n`);
  const { status, stdout, stderr } = runToEnd(command, args, { quiet: true });
  if (status === 0) return;
  if (args.includes('--offline'))
    fail('The npm registry cannot be reached. Connect to it (behind a proxy: set HTTPS_PROXY), then try again.', 1);
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  process.exit(status ?? 1);
}

/** Whatever the umask: another user runs the program, and no secret is in its folder. */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Installs pnpm (locked by sha512) and the workspace when the lockfile changed since last time. */
function setUp() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'tooling/pnpm/package-lock.json')))
    .update(process.platform + process.arch) // no package is built for one version of Node
    .digest('hex');
  const stamp = join(root, 'node_modules', '.setup');
  // `npm install` removes what pnpm installed: a missing tool is set up again.
  const hasTools = existsSync(join(binFolder('.'), 'turbo'));
  if (hasTools && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Setting up. The first time takes about a minute.\n');
  const from = isRegistryReached() ? '--prefer-offline' : '--offline';
  install('  1 of 3: pnpm', 'npm', ['ci', '--prefix', 'tooling/pnpm', from, ...NPM_QUIET]);
  const pnpm = join(root, 'tooling/pnpm/node_modules/pnpm/bin/pnpm.cjs');
  const isOurs = ['--frozen-lockfile', '--config.confirmModulesPurge=false', '--reporter=append-only'];
  install('  2 of 3: packages', process.execPath, [pnpm, 'install', from, ...isOurs]);
  process.stderr.write('  3 of 3: build ...\n');
  turbo('generate'); // tests read it from src, with no build
  writeFileSync(stamp, wanted);
}

/** The Node of `locked-nodes.json` for a version such as 22, 20.19 or latest, installed outside the workspace by its SHA-512. */
function installNode(version) {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const locked = JSON.parse(readFileSync(join(root, 'tooling/locked-nodes.json'), 'utf8'));
  const isWanted = (each) => version === 'latest' || `${each}.`.startsWith(`${version}.`);
  const exact = Object.keys(locked).findLast((each) => isWanted(each));
  const integrity = locked[exact]?.[platform];
  if (!integrity) fail(`tooling/locked-nodes.json has no Node ${version} for ${platform}`, 1);
  const name = `node-${platform}`;
  const digest = createHash('sha256').update(integrity).digest('hex');
  const prefix = join(tmpdir(), `loadcast-node-${exact}-${digest.slice(0, 16)}`);
  const binary = join(prefix, 'node_modules', name, 'bin', platform.startsWith('win') ? 'node.exe' : 'node');
  if (!existsSync(binary)) installLocked(prefix, { name, version: exact, integrity });
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${exact}`) fail(`${binary} is ${stdout}, not ${exact}`);
  process.stderr.write(`Node ${stdout}`);
  return binary;
}

/** Modules that git does not hold: turbo's cache takes one that a checkout has removed for unchanged. */
const GENERATED = ['packages/client/src/endpoints.generated.ts', 'apps/gateway/src/docs/guides.generated.ts'];

function turbo(...tasks) {
  if (GENERATED.some((path) => !existsSync(join(root, path)))) {
    run('turbo', ['run', 'generate', '--force', '--output-logs=errors-only'], { quiet: true });
  }
  run('turbo', ['run', ...tasks, '--output-logs=errors-only'], { quiet: true });
}

/** Writes a lockfile of one package and installs it: npm refuses a tarball with another digest. */
function installLocked(prefix, { name, version, integrity }) {
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  mkdirSync(prefix, { recursive: true });
  writeFileSync(join(prefix, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(prefix, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const { status } = runToEnd('npm', ['ci', ...NPM_QUIET], { quiet: true, cwd: prefix });
  if (status !== 0) fail(`Node ${version} cannot be had from the registry, or is not the locked one`, 1);
}

function fail(message, status = 2) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}

const node = (script, ...args) => run(process.execPath, [join(root, script), ...args]);
const vitest = (...args) => node('node_modules/vitest/vitest.mjs', ...args);
const build = () => turbo('build');

/** Copies the built program to a folder that this process alone reads, until it ends: the next build replaces `dist`. */
function keepProgram() {
  const gateway = join(root, 'apps/gateway');
  for (const name of readdirSync(gateway)) {
    const pid = Number(/^\.running-(\d+)$/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(join(gateway, name), { recursive: true, force: true });
  }
  const kept = join(gateway, `.running-${process.pid}`);
  cpSync(join(gateway, 'dist'), kept, { recursive: true, filter: (path) => basename(path) !== 'types' });
  process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
  return kept;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

/** Commands that may still run when somebody builds again. */
const RUN_FOR_LONG = ['serve', 'backtest'];

/** Builds, then runs the CLI inside this process, so that a signal reaches it and no child is left behind. */
async function loadcast(args) {
  build();
  process.setSourceMapsEnabled(true);
  const program = RUN_FOR_LONG.some((command) => args.includes(command))
    ? keepProgram()
    : join(root, 'apps/gateway/dist');
  const entry = join(program, 'bin/loadcast.js');
  process.argv = [process.argv[0], entry, ...args];
  await import(pathToFileURL(entry).href);
}

const OF_PAGES = ['tooling/guides', 'tooling/boundaries/test/readme', 'tooling/boundaries/test/pages/commands'];

/** What checks a path: the tests of a folder; pages are read by tests of their own. */
function testsOf(paths) {
  return paths.flatMap((path) => {
    if (path.startsWith('docs/recipes')) return ['apps/gateway/test/outside/recipes', ...OF_PAGES];
    return path.endsWith('.md') ? OF_PAGES : [path.replace(/[^/]+\.data\.ts$/, '')];
  });
}

const flagsOf = (args) => args.filter((arg) => arg.startsWith('-'));

/** Projects of vitest.config.ts that `npm run test:drills` runs where none is named. */
const DRILLS = ['services', 'process', 'computing', 'drills', 'drills-alone'];

/** Projects whose tests take seconds each: what one path, or one version of Node, is checked with. */
const SHORT = ['unit*', 'services', 'process'].map((name) => `--project=${name}`);

const TASKS = {
  setup: () => {},
  start: (args) => loadcast(['serve', ...(args.includes('--demo') ? args : ['--demo', ...args])]),
  loadcast,
  build,
  typecheck: () => turbo('typecheck'),
  test: (args) => {
    turbo('build', 'typecheck');
    vitest('run', '--project=unit*', ...args);
  },
  node: ([version = '', ...args]) => {
    if (!/^(latest|\d+(\.\d+)*)$/.test(version))
      fail('usage: npm run test:node -- VERSION [PATH...], for example 22, 20.19 or latest');
    build();
    const binary = installNode(version);
    env.PATH = [dirname(binary), env.PATH].join(delimiter); // tests that start `node` start this one
    const vitestArgs = ['run', ...SHORT, ...args];
    run(binary, [join(root, 'node_modules/vitest/vitest.mjs'), ...vitestArgs]);
  },
  drills: (args) => {
    build();
    const isNamed = args.some((arg) => arg.startsWith('--project'));
    vitest('run', ...(isNamed ? [] : DRILLS.map((name) => `--project=${name}`)), ...args);
  },
  check: (args) => {
    const paths = args.filter((arg) => !arg.startsWith('-'));
    if (paths.length === 0)
      fail('usage: npm run check -- PATH...: style, tests, of what a path names; -- PATH -u writes lists');
    run('biome', ['check', '--write', '--no-errors-on-unmatched', ...paths]);
    build();
    vitest('run', ...SHORT, '--passWithNoTests', ...testsOf(paths), ...flagsOf(args));
  },
  boundaries: (args) => vitest('run', '--project=unit', 'tooling/boundaries', ...args),
  lint: () => run('biome', ['check', '--error-on-warnings', '.']),
  format: () => run('biome', ['check', '--write', '.']),
  production: ([folder]) => {
    if (!folder)
      fail('usage: npm run production -- FOLDER: the program and what it needs, and nothing else, in a new folder');
    build();
    const pnpm = join(root, 'tooling/pnpm/node_modules/pnpm/bin/pnpm.cjs');
    const deploy = ['--filter', '@loadcast/gateway', '--prod', 'deploy', '--legacy', resolve(folder)];
    run(process.execPath, [pnpm, ...deploy], { quiet: true });
    makeReadable(resolve(folder));
  },
  dev: () => {
    build();
    const watched = ['packages', 'apps'].flatMap((parent) =>
      readdirSync(join(root, parent))
        .map((name) => join(root, parent, name, 'src'))
        .filter((folder) => existsSync(folder)),
    );
    const paths = watched.map((folder) => `--watch-path=${folder}`);
    const child = spawn(process.execPath, [...paths, join(root, 'tooling/dev.mjs')], { cwd: root, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('exit', (code) => process.exit(code ?? 1));
  },
  packages: () => {
    build();
    node('tooling/packages.mjs');
  },
  audit: () => node('tooling/release/audit.mjs'),
  release: (args) => {
    build();
    node('tooling/release/dry.mjs', ...args);
  },
  bench: (args) => {
    if (args.includes('--check') || args.includes('--sockets')) {
      build();
      node('tooling/bench/src/sockets/compare.mjs', ...args.filter((arg) => arg !== '--sockets'));
      return;
    }
    vitest('run', '--project=bench', ...args);
  },
  conformance: (args) => node('tooling/conformance/run.mjs', ...args),
};

const [task = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task)) {
  process.stderr.write(`unknown task "${task}": one of ${Object.keys(TASKS).join(', ')}\n`);
  process.exit(2);
}
setUp();
await TASKS[task](args);
