import { defineConfig } from 'tsup';

/** One output file per source file, so that a bundler includes only imported code. */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/testing/**'],
  bundle: false,
  format: ['esm'],
  target: 'es2022',
  platform: 'neutral',
  dts: false,
  sourcemap: true,
  clean: true,
});
