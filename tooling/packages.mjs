// Checks every published package as its users will get it: packs it, then publint and attw look at the tarball.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll } from './release/pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);
const output = mkdtempSync(join(tmpdir(), 'loadcast-pack-'));
/** A command without anything to import. */
const COMMANDS = ['loadcast'];
let failures = 0;

for (const { name, tarball } of packAll(output)) {
  check(name, 'publint', bin('publint'), [tarball, '--strict']);
  if (!COMMANDS.includes(name)) check(name, 'attw', bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji']);
  if (name === '@loadcast/core') checkAlone(name, tarball);
}
rmSync(output, { recursive: true });
process.exit(failures === 0 ? 0 : 1);

function check(name, what, command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} ${what}\n`);
  if (status === 0) return;
  failures += 1;
  process.stdout.write(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}\n`);
}

/** Installs a package into an empty folder, where it must be the only one. */
function checkAlone(name, tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-alone-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  check(name, 'npm install', 'npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  const modules = join(folder, 'node_modules');
  const installed = readdirSync(modules)
    .filter((entry) => !entry.startsWith('.'))
    .flatMap((entry) =>
      entry.startsWith('@') ? readdirSync(join(modules, entry)).map((inner) => `${entry}/${inner}`) : [entry],
    );
  const isAlone = installed.join() === name;
  process.stdout.write(`${isAlone ? 'ok    ' : 'FAILED'} ${name} installs alone: ${installed.join(' ')}\n`);
  if (!isAlone) failures += 1;
  rmSync(folder, { recursive: true });
}
