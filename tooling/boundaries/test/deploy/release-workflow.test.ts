import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const FOLDER = join(ROOT, '.github/workflows');
const ACTIONS = readdirSync(FOLDER).flatMap((file) =>
  [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\buses: *(.*)$/gm)].map(([, action]) => ({
    file,
    action: action!,
  })),
);

test.each(ACTIONS)('$file names $action by its digest, with its version beside it', ({ action }) => {
  expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** The lines of one job. */
const jobOf = (name: string): string => new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(workflow)?.[1] ?? '';

test('packages wait for an approval and are published by identity: no token of npm or PyPI is kept', () => {
  expect(ACTIONS.length).toBeGreaterThan(3);
  const packages = jobOf('packages');
  expect(packages).toContain('environment: release\n');
  expect(packages).toContain('permissions: { contents: read, id-token: write }\n');
  expect(shellOf('PyPI')).toMatch(/uv publish --trusted-publishing always \S+\.whl \S+\.tar\.gz$/);
  const secrets = [...workflow.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
  expect([...new Set(secrets)]).toEqual(['GITHUB_TOKEN']);
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\njobs:/m);
});

test('the image is built where each architecture runs, with bill of materials and provenance, under one name', () => {
  const image = jobOf('image');
  expect([...image.matchAll(/runner: ([\w.-]+), arch: (\w+)/g)].map(([, ...row]) => row)).toEqual([
    ['ubuntu-24.04', 'amd64'],
    ['ubuntu-24.04-arm', 'arm64'],
  ]);
  expect(image).toMatch(/buildx build -f deploy\/Dockerfile --sbom=true --provenance=mode=max --push /);
  expect([...jobOf('index').matchAll(/\$GITHUB_REF_NAME-(\w+)/g)].map(([, arch]) => arch)).toEqual(['amd64', 'arm64']);
});
