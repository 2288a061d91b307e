import { defineConfig } from 'tsup';

/** One file per source file, so that a bundler takes only what is imported. */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/report/testing/**'],
  bundle: false,
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
