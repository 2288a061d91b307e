import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('AGENTS.md is one page, and each npm script that it names is one', () => {
  const page = textOf('AGENTS.md');
  expect(page.split('\n').length).toBeLessThan(60);
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/`npm run ([\w:]+)`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

interface PackageRule {
  readonly description?: string;
  readonly matchPackageNames?: readonly string[];
  readonly enabled?: boolean;
}

test('renovate pins actions by digest, waits before it takes a version, and holds back only packages that there are', () => {
  const rules = JSON.parse(textOf('renovate.json')) as {
    extends: string[];
    minimumReleaseAge: string;
    packageRules: PackageRule[];
  };
  expect(rules.extends).toContain('helpers:pinGitHubActionDigests');
  expect(rules.minimumReleaseAge).toMatch(/^\d+ days$/);
  const held = rules.packageRules.filter(({ enabled }) => enabled === false);
  const names = held.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
  const workspace = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'].map(textOf).join('');
  expect(names.filter((name) => !workspace.includes(name))).toEqual([]);
  expect(held.every(({ description }) => description !== undefined)).toBe(true);
});

test.each(readdirSync(join(ROOT, '.github/workflows')))('%s may write nothing but what a job asks for', (file) => {
  expect(textOf(`.github/workflows/${file}`)).toMatch(/^permissions:\n {2}contents: read\n\w/m);
});

test('the SDK of OpenTelemetry is in one module, which is loaded on demand alone', () => {
  const files = ['apps', 'packages'].flatMap((folder) => [...sourceFiles(join(ROOT, folder))]);
  const source = files
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const naming = (pattern: RegExp) =>
    source.filter(({ text }) => pattern.test(text)).map(({ file }) => file.slice(ROOT.length));
  expect(naming(/from '@opentelemetry\//)).toEqual(['apps/gateway/src/telemetry/otlp.ts']);
  expect(naming(/^(import|export) (?!type)[^;]*from '[^']*\/otlp\.js'/m)).toEqual([]);
  expect(naming(/await import\('\.\/otlp\.js'\)/)).toEqual(['apps/gateway/src/telemetry/telemetry.ts']);
});
