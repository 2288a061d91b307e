import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishedFolders, readManifest, withPublisher } from '../../release/manifests.mjs';
import { ROOT } from './repository.js';

const packages = publishedFolders().map((folder) => ({ folder, manifest: readManifest(folder) }));

test('the gateway, its command and every package of packages/ are published', () => {
  expect(packages.map(({ manifest }) => manifest.name)).toEqual(
    expect.arrayContaining(['@loadcast/core', '@loadcast/client', '@loadcast/gateway', 'loadcast']),
  );
});

test.each(packages)(
  '$folder says where it comes from: node tooling/release/manifests.mjs writes it',
  ({ folder, manifest }) => {
    expect(manifest).toEqual(withPublisher(folder, manifest));
  },
);

test.each(packages)('$folder has a description, the licence, a README and access for all', ({ folder, manifest }) => {
  expect(manifest).toMatchObject({
    description: expect.stringMatching(/\w+ \w+/),
    license: 'Apache-2.0',
    engines: { node: '^20.19 || >=22.12 <27' },
    publishConfig: { access: 'public' },
  });
  expect(existsSync(join(ROOT, folder, 'README.md'))).toBe(true);
});

test('server.json, for the registry of tools, names the gateway of this version', () => {
  const server = JSON.parse(readFileSync(join(ROOT, 'server.json'), 'utf8'));
  const { name, version, mcpName } = readManifest('apps/gateway');
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
  expect(server.description.length).toBeLessThanOrEqual(100);
});

const catalog = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');

/** The published range of a dependency: pnpm replaces `catalog:` with the catalog's version. */
function publishedRange(name: string, range: string): string {
  if (range !== 'catalog:') return range.replace(/^workspace:/, '');
  const quoted = name.replace(/[/@-]/g, '\\$&');
  return new RegExp(`^  '?${quoted}'?: (\\S+)$`, 'm').exec(catalog)?.[1] ?? 'not in the catalog';
}

test.each(packages)('$folder depends on ranges, not on one version: users get their fixes', ({ manifest }) => {
  const ranges = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
    name,
    publishedRange(name, range),
  ]);
  expect(ranges.filter(([, range]) => !/^[\^~]/.test(range!))).toEqual([]);
});

test.each(packages.filter(({ folder }) => existsSync(join(ROOT, folder, 'src'))))(
  '$folder has a script that runs its own tests',
  ({ folder, manifest }) =>
    expect(manifest).toMatchObject({ scripts: { test: expect.stringMatching(`^vitest run .*${folder}/$`) } }),
);

test('the integration of Home Assistant has the version of the gateway, and HACS finds it', () => {
  const folder = 'clients/home-assistant';
  const { version } = readManifest('apps/gateway');
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'custom_components/loadcast/manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ domain: 'loadcast', config_flow: true, version });
  expect(JSON.parse(readFileSync(join(ROOT, folder, 'hacs.json'), 'utf8'))).toHaveProperty('name', 'Loadcast');
});

test('the Python client has the version of the TypeScript client', () => {
  const python = readFileSync(join(ROOT, 'clients/python/loadcast.py'), 'utf8');
  const { version } = readManifest('packages/client');
  expect(python).toContain(`__version__ = "${version}"`);
});
