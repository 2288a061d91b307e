import { defineConfig } from 'vitest/config';

const conditions = ['@loadcast/source', 'node', 'import', 'module', 'default'];

/** Two projects over one source tree. Both read `src` directly, so no build is needed. */
export default defineConfig({
  resolve: { conditions },
  // vitest hands these to node as --conditions, where `import` or `module` would break require() in CommonJS packages (pg).
  ssr: { resolve: { conditions: ['@loadcast/source', 'node'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tooling/*/src/**/*.test.ts'],
        },
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
