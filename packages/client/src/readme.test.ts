import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

test('the program of the README compiles under the strictest settings', () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))!;
  const folder = mkdtempSync(join(PACKAGE, 'node_modules/readme-')); // inside the package, which it imports by name
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true };
  const resolution = { module: 'nodenext', target: 'es2022', customConditions: ['@loadcast/source'], types: [] };
  const libraries = { lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'], skipLibCheck: true };
  const compilerOptions = { ...options, ...resolution, ...libraries };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  writeFileSync(join(folder, 'program.ts'), program!);
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
