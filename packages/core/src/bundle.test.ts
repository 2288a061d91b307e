import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const CORE = fileURLToPath(new URL('..', import.meta.url));

/** What a program that uses some of core weighs for a browser. @throws when it imports a builtin of Node */
async function bundled(program: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: CORE, loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['@loadcast/source'],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.contents;
}

test('a program that takes one function is under 400 bytes compressed', async () => {
  const program = await bundled("export { weekdayOf } from '@loadcast/core/time';");
  expect(gzipSync(program).length).toBeLessThan(400);
});

test.each([
  '@loadcast/core',
  '@loadcast/core/forecast',
  '@loadcast/core/accuracy',
  '@loadcast/core/backtest',
  '@loadcast/core/budgets',
  '@loadcast/core/quota',
  '@loadcast/core/time',
  '@loadcast/core/series',
  '@loadcast/core/memory',
])('%s bundles for a browser: it imports no builtin of Node', async (door) => {
  expect((await bundled(['export * from', JSON.stringify(door)].join(' '))).length).toBeGreaterThan(100);
});
