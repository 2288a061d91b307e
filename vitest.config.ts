import { defineConfig } from 'vitest/config';

const conditions = ['@loadcast/source', 'node', 'import', 'module', 'default'];

/** Two projects over one source tree. Both read `src` directly, so no build is needed. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tooling/*/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['{packages,apps}/*/test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
