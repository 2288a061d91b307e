import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../repository.js';

const workflow = readFileSync(join(ROOT, '.github/workflows/release.yaml'), 'utf8');

/** The shell of a named step: one line, or the block under `run: |`. */
function shellOf(step: string): string {
  const [, rest = ''] = workflow.split(`- name: ${step}\n`);
  const [, oneLine = ''] = /^\s+run: (.*)$/m.exec(rest) ?? [];
  if (oneLine !== '|') return oneLine;
  const [, block = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(rest) ?? [];
  return block.replace(/^ {10}/gm, '');
}

const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/gateway/package.json'), 'utf8'));

test.each([
  { tag: `v${version}`, status: 0 },
  { tag: 'v9.9.9', status: 1 },
  { tag: version, status: 1 },
])('the tag $tag ends the check of versions with $status', ({ tag, status }) => {
  const env = { ...process.env, GITHUB_REF_NAME: tag };
  expect(spawnSync('bash', ['-c', shellOf('The tag is the version of the packages')], { cwd: ROOT, env }).status).toBe(
    status,
  );
});

test('a tarball whose version is there already is left alone, the others are published with provenance', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['new', 'old']) {
    mkdirSync(join(folder, 'release/package'), { recursive: true });
    writeFileSync(join(folder, 'release/package/package.json'), `{"name":"@loadcast/${name}","version":"1.0.0"}`);
    spawnSync('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: join(folder, 'release') });
  }
  mkdirSync(join(folder, 'bin'));
  const npm = `#!/bin/sh\necho "$@" >> ${folder}/calls\n[ "$1" != view ] || [ "$2" = @loadcast/old@1.0.0 ]\n`;
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}`, RUNNER_TEMP: folder };
  const { status } = spawnSync('bash', ['-e', '-c', shellOf('npm, with provenance')], { env });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').slice(1)).toEqual([
    'view @loadcast/new@1.0.0 version',
    'publish new.tgz --provenance --access public',
    'view @loadcast/old@1.0.0 version',
  ]);
});
