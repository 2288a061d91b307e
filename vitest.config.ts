import { defineConfig } from 'vitest/config';
import { memoryDisk } from './tooling/testing/memory-disk.ts';

const conditions = ['@loadcast/source', 'node', 'import', 'module', 'default'];

const unitTests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'examples/*/src/**/*.test.ts',
  'tooling/*/{src,test}/**/*.test.ts',
];

/** Tests that cannot share loaded modules with other files: they replace a module. */
const isolatedTests = [
  'apps/gateway/src/*-registry.test.ts',
  'packages/surface-b/src/reports/add-report.test.ts',
  'tooling/conformance/src/add-endpoint.test.ts',
];

const randomTests = [
  'packages/storage/src/redis/quota-property.test.ts',
  'apps/gateway/src/every-endpoint/point-in-time.test.ts',
  'tooling/conformance/src/openapi/fuzz.test.ts',
];

/** Tests that fit the engine's models over years, several times. */
const engineTests = [
  'packages/core/src/forecast/{engine,fitted-models}.test.ts',
  'packages/core/test/drills/*.test.ts',
  'packages/service/src/forecasting/kept-fits.test.ts',
];

/** Tests that put a whole service, its sockets, or every row and fault of its store through all that may happen: half of the time of quick tests. */
const serviceTests = [
  'tooling/conformance/src/{conformance,openapi/*,wrong-servers/*}.test.ts',
  'packages/accounts/src/account/{account-api,lock-out,second-factor,way-back}.test.ts',
  'apps/gateway/src/every-endpoint/bulk-files.test.ts',
  'packages/service/src/events/webhooks/webhooks.test.ts',
  'packages/service/src/schedule/service.test.ts',
  'packages/formats/src/node/{faults/*,server/{cut-answers,half-sent}}.test.ts',
  'packages/storage/src/{verify-runs,sqlite/faults}.test.ts',
  'packages/surface-a/src/{insight/scores/fill-scores,tables/newest-issue}.test.ts',
];

/** Tests that wait for a PostgreSQL which fails; the one of a full disk has a server of its own. */
const databaseFaults = ['packages/storage/src/postgres/faults/*.test.ts'];

/** Drills that compute: they kill nothing and watch no clock, so others may run at the same time. */
const computingDrills = [
  ...randomTests,
  ...engineTests,
  'apps/gateway/test/drills/{real-data/*,simulated-week}.test.ts',
];

/** Longest time of a quick test or its preparation: on a machine that is busy with other work each takes ten times as long. */
const quickTimeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Files that share loaded modules: two thirds of the time of quick ones, and two seconds of each other, was loading them again. */
const sharedModules = {
  setupFiles: ['tooling/testing/same-bytes.ts', 'tooling/testing/show-printed.ts'],
  isolate: false,
  env: memoryDisk(),
};

const quickTests = {
  ...sharedModules,
  // Tests of a file that only wait run all at the same time.
  maxConcurrency: 20,
  ...quickTimeouts,
};

const longTimeouts = { testTimeout: 600_000, hookTimeout: 600_000 };

/**
 * Drills that no other may run beside: one breaks what is built, one measures memory under the heaviest load, one reads
 * through proxies that give a gateway up after two seconds, and two start three gateways and more, with ten connections each,
 * on the PostgreSQL of all tests, which has a hundred.
 */
const drillsAlone = ['develop', 'rebuilt', 'edge/{hostile-load,image,rolling-*}', 'installation'].map(
  (name) => `apps/gateway/test/drills/${name}.test.ts`,
);

/** How many random cases the drills draw. */
const manyCases = {
  QUOTA_HISTORIES: process.env['QUOTA_HISTORIES'] ?? '20000',
  POINT_IN_TIME_STORIES: process.env['POINT_IN_TIME_STORIES'] ?? '12',
  FUZZED_QUERIES: process.env['FUZZED_QUERIES'] ?? '30',
};

/**
 * Projects over one source tree, which read `src` directly, so no build is needed. `npm test` runs `unit` and
 * `unit-isolated`; `npm run test:drills` runs `services`, whole services in the process of the test, and `process`, tests that
 * start programs, browsers and gateways, side by side with `computing`, engine fits, random cases and real data, then
 * `drills`, kill tests, faults of every upstream, outages, four at a time since most of them wait, and then `drills-alone`;
 * `npm run test:drills -- --project=NAME` runs those that are named; `npm run bench` holds budgets of
 * CPU and memory on a machine that has nothing else to do.
 */
export default defineConfig({
  resolve: { conditions },
  // vitest hands these to node as --conditions, where `import` or `module` would break require() in CommonJS packages (pg).
  ssr: { resolve: { conditions: ['@loadcast/source', 'node'] } },
  test: {
    globalSetup: ['tooling/testing/no-process-left.ts'],
    // A polled condition is waited for as long as a slow machine needs: by itself vitest gives up after a second.
    expect: { poll: { timeout: 60_000 } },
    // All cores: by itself vitest leaves one free, which on two is half of them.
    maxWorkers: '100%',
    // What files were transformed to is kept from run to run, by their content: a quarter of the CPU time of quick tests.
    experimental: { fsModuleCache: true },
    projects: [
      {
        name: 'unit',
        include: unitTests,
        exclude: [
          '**/node_modules/**',
          ...isolatedTests,
          ...serviceTests,
          ...randomTests,
          ...engineTests,
          ...databaseFaults,
        ],
        ...quickTests,
      },
      {
        name: 'services',
        include: serviceTests,
        exclude: ['**/node_modules/**', ...randomTests],
        ...quickTests,
      },
      {
        name: 'unit-isolated',
        include: isolatedTests,
        ...quickTimeouts,
      },
      {
        name: 'process',
        include: ['{packages,apps}/*/test/{,outside/,outside/mcp/,events/,heavy/,hostile/,upgrade/}*.test.ts'],
        ...sharedModules,
        testTimeout: 180_000,
        hookTimeout: 180_000,
      },
      {
        name: 'computing',
        ...sharedModules,
        include: computingDrills,
        env: { ...sharedModules.env, ...manyCases },
        ...longTimeouts,
      },
      {
        name: 'drills',
        // Most of them wait, and each kills only processes it started. (`--maxWorkers` does not reach a project that extends this file.)
        maxWorkers: 4,
        sequence: { groupOrder: 1 },
        include: ['{packages,apps}/*/test/drills/**/*.test.ts', ...databaseFaults],
        exclude: ['**/node_modules/**', ...computingDrills, ...drillsAlone],
        ...sharedModules,
        ...longTimeouts,
      },
      {
        name: 'drills-alone',
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
        include: drillsAlone,
        ...sharedModules,
        env: {}, // installations and images are large: they stay on disk
        ...longTimeouts,
      },
      {
        name: 'bench',
        include: ['tooling/bench/test/*.budget.ts'],
        testTimeout: 180_000,
      },
    ].map((project) => ({ extends: true as const, test: project })),
  },
});
