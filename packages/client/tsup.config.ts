import { defineConfig } from 'tsup';

/** One file per source file, so that a bundler takes only what is imported. */
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
