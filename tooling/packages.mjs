// Checks every publishable package as its users will get it: packs it, then publint and attw look at the tarball.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pnpm = join(root, 'tooling/pnpm/node_modules/pnpm/bin/pnpm.cjs');
const bin = (name) => join(root, 'node_modules/.bin', name);
const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
const output = mkdtempSync(join(tmpdir(), 'loadcast-pack-'));
let failures = 0;

for (const folder of folders) {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const before = new Set(readdirSync(output));
  check(name, 'pack', process.execPath, [pnpm, 'pack', '--pack-destination', output], folder);
  const tarball = readdirSync(output).find((file) => !before.has(file));
  if (!tarball) continue;
  check(name, 'publint', bin('publint'), [join(output, tarball), '--strict'], folder);
  check(name, 'attw', bin('attw'), [join(output, tarball), '--profile', 'esm-only', '--no-emoji'], folder);
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
