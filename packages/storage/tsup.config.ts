import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/sqlite/index.ts', 'src/postgres/index.ts', 'src/redis/index.ts', 'src/quota-journal/index.ts'],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
