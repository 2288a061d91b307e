// npm run release:dry [-- FOLDER]: packs every published package, installs the command from the tarballs into an empty
// folder with plain npm and without scripts, starts it there, runs conformance --strict --hostile against it and takes it away again.
// FOLDER keeps the tarballs, their SHA256SUMS and the bill of materials (CycloneDX): what a release uploads.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packAll } from './pack.mjs';
import { ROOT } from './pnpm.mjs';
import { buildPythonPackage, pythonEnvironment } from './python-package.mjs';

const MOST_MB = 60;
/** A suite that finds fewer checks than that was not run whole. */
const LEAST_CHECKS = 700;
const PLANS = {
  all: ['--plan-a', 'enterprise', '--plan-b', 'enterprise', '--plan-c', 'enterprise'],
  small: ['--plan-a', 'free', '--plan-b', 'trial', '--plan-c', 'trial'],
};

const output = process.argv[2] ? resolve(process.argv[2]) : mkdtempSync(join(tmpdir(), 'loadcast-release-'));
const home = mkdtempSync(join(tmpdir(), 'loadcast-stranger-'));
const env = { PATH: process.env.PATH, HOME: home, LOADCAST_TEST_RUN: process.env.LOADCAST_TEST_RUN ?? '' };
const settings = { ...env, PORT: '0', ADMIN_PORT: '0', LOADCAST_DATA_DIR: join(home, 'data') };
let gateway;

try {
  mkdirSync(output, { recursive: true });
  const packed = packAll(output);
  writeFileSync(join(home, 'package.json'), '{ "name": "loadcast-release", "version": "0.0.0", "private": true }\n');
  npm('install', '--ignore-scripts', ...packed.map(({ tarball }) => tarball));
  const mb = installedMb();
  report(`${packed.length} packages installed without scripts: ${mb.toFixed(1)} MB`, mb < MOST_MB);
  writeFileSync(join(output, 'loadcast.cdx.json'), npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'));
  const python = pythonEnvironment(join(home, 'python'), ['hatchling']);
  const built = python ? buildPythonPackage(python, output) : ['no Python package: PyPI cannot be reached from here'];
  report(built.join(' '), !python || built.length === 2);
  rmSync(join(home, 'python'), { recursive: true, force: true });
  writeFileSync(join(output, 'SHA256SUMS'), checksums());

  const url = await start();
  report(`npx loadcast serve --demo answers on ${url}`, true);
  const keys = { all: newKey('all@example.org', PLANS.all), small: newKey('small@example.org', PLANS.small) };
  const revoked = newKey('gone@example.org', PLANS.small);
  loadcast('keys', 'revoke', revoked.id);
  const tools = await toolsOf(url, keys.all.key);
  report(`/mcp lists ${tools.join(' ')}`, tools.length === 5);
  const asked = ['--base', url, '--small-key', keys.small.key, '--revoked-key', revoked.key, '--strict', '--hostile'];
  asked.push('--without', 'waited out'); // it lasts until the hour of the small account ends
  const conformance = spawnSync(process.execPath, [join(ROOT, 'tooling/conformance/run.mjs'), ...asked], {
    env: { ...process.env, LOADCAST_KEY: keys.all.key, NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(conformance.stdout);
  const checks = Number(/Tests\s+(\d+) passed \(\d+\)/.exec(conformance.stdout)?.[1] ?? 0);
  const isWhole = conformance.status === 0 && checks > LEAST_CHECKS;
  report(`conformance --strict --hostile: ${checks} checks passed, none failed or skipped`, isWhole);
  await stop();

  npm('uninstall', ...packed.map(({ name }) => name));
  const left = readdirSync(home).filter((name) => !['package.json', 'package-lock.json', '.npm'].includes(name));
  report(`uninstalled: ${left.join(' ')} is left`, left.filter((name) => name !== 'node_modules').join() === 'data');
} finally {
  await stop();
  rmSync(home, { recursive: true, force: true });
  if (!process.argv[2]) rmSync(output, { recursive: true, force: true });
}

/** The names of the tools at `/mcp`: the SDK is not installed, so that it must be in the build. */
async function toolsOf(url, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  headers.accept = 'application/json, text/event-stream';
  const answer = await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).text();
  return [...answer.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
}

function report(text, isOk) {
  process.stdout.write(`${isOk ? 'ok    ' : 'FAILED'} ${text}\n`);
  if (!isOk) process.exitCode = 1;
}

function runIn(command, args, env) {
  const options = { cwd: home, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new Error(`${basename(command)} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}${error ?? ''}`);
}

function npm(...args) {
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_loglevel: 'error' };
  return runIn('npm', args, { ...process.env, ...quiet, npm_config_prefer_offline: 'true' });
}

function loadcast(...args) {
  return runIn(join(home, 'node_modules/.bin/loadcast'), args, settings);
}

function newKey(email, plans) {
  loadcast('accounts', 'create', '--email', email, ...plans);
  return JSON.parse(loadcast('keys', 'create', '--account', email, '--json'));
}

/** Starts what a stranger would, and waits until it has a past. */
async function start() {
  gateway = spawn('npx', ['--no-install', 'loadcast', 'serve', '--demo'], { cwd: home, env: settings, detached: true });
  let text = '';
  for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (chunk) => (text += chunk));
  for (;;) {
    const url = /listening on (\S+?)[",\s]/.exec(text)?.[1];
    // The suite reads weeks of forecasts: they are there once the gates before the start are played.
    if (url && text.includes('forecasts of past gates made')) return url;
    if (gateway.exitCode !== null) throw new Error(`loadcast serve ended with ${gateway.exitCode}:\n${text}`);
    await sleep(200);
  }
}

async function stop() {
  if (!gateway || gateway.exitCode !== null || gateway.signalCode !== null) return;
  const ended = once(gateway, 'exit');
  process.kill(-gateway.pid, 'SIGTERM');
  await ended;
}

function installedMb() {
  const all = readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = all.filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size / 1e6, 0);
}

function checksums() {
  const names = readdirSync(output).filter((name) => /\.(tgz|json|whl|gz)$/.test(name));
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
  return names.map((name) => `${digest(readFileSync(join(output, name)))}  ${name}\n`).join('');
}
