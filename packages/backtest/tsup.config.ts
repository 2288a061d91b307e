import { defineConfig } from 'tsup';

/** One file per source file: threads are files of their own. */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/**/testing/**'],
  bundle: false,
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
