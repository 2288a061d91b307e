import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The package in whose folder tsup runs. */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: object };

/** One output file per source file, so that a bundler includes only imported code. */
export default defineConfig({
  entry: [
    'src/**/*.ts',
    '!src/**/*.test.ts',
    '!src/report/testing/**',
    ...('./testing' in exports ? [] : ['!src/testing/**']),
  ],
  bundle: false,
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
