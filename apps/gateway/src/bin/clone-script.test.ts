import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../loadcast', import.meta.url));

test.each([
  { name: 'itself', links: [] },
  { name: 'an absolute link', links: ['absolute'] },
  { name: 'a relative link', links: ['relative'] },
  { name: 'a link to a link', links: ['relative', 'absolute', 'relative'] },
])('`loadcast` of a clone is started through $name', ({ links }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadcast clone-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'clone/tooling'), { recursive: true });
  writeFileSync(join(folder, 'clone/tooling/run.mjs'), 'console.log(process.argv.slice(1).join());');
  let program = join(folder, 'clone/loadcast');
  copyFileSync(SCRIPT, program);
  for (const [n, kind] of links.entries()) {
    const bin = join(folder, `bin ${n}`);
    mkdirSync(bin);
    // field case 24
    symlinkSync(kind === 'absolute' ? program : relative(bin, program), join(bin, 'lc'));
    program = join(bin, 'lc');
  }
  const { stdout, stderr } = spawnSync(program, ['--version', 'a b'], { cwd: '/', encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({
    stdout: `${join(folder, 'clone/tooling/run.mjs')},loadcast,--version,a b\n`,
    stderr: '',
  });
});
