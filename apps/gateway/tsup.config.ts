import { defineConfig } from 'tsup';

/** File by file, so that worker files lie where `import.meta.url` finds them. */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/**/testing/**', '!src/every-endpoint/**'],
  bundle: false,
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
