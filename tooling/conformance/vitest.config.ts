import { defineConfig } from 'vitest/config';

const conditions = ['@loadcast/source', 'node', 'import', 'module', 'default'];

/** Only for `npm run conformance`: the suite against a service that runs somewhere else. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions: ['@loadcast/source', 'node'] } },
  test: {
    include: ['src/deployed.suite.ts'],
    // A line as each check ends: a wait for a limit can take an hour, and a run that is stopped has said what it found.
    reporters: ['verbose'],
    testTimeout: 60_000 + 1000 * Number(JSON.parse(process.env['CONFORMANCE'] ?? '{}').wait ?? 0),
    hookTimeout: 60_000,
  },
});
