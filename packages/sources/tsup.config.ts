import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/deadline/index.ts',
    'src/eia930-bulk/index.ts',
    'src/eia930-api/index.ts',
    'src/weather/index.ts',
    'src/simulated/index.ts',
    'src/testing/index.ts',
  ],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  sourcemap: true,
  clean: true,
});
