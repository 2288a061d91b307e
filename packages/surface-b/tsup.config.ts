import { defineConfig } from 'tsup';

/** One output file per source file, so that a bundler includes only imported code. */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/testing/**'],
  bundle: false,
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
