/** What each workspace may depend on at run time (ARCHITECTURE.md). The test beside it holds every package.json to it. */
export const MAY_DEPEND_ON: Readonly<Record<string, readonly string[]>> = {
  '@loadcast/core': [],
  '@loadcast/client': [],
  '@loadcast/formats': ['@loadcast/core', 'zod', '@uwdata/flechette', 'fast-xml-parser'],
  '@loadcast/surface-a': ['@loadcast/core', '@loadcast/formats', 'zod'],
  '@loadcast/surface-b': ['@loadcast/core', '@loadcast/formats', 'zod'],
  '@loadcast/surface-c': ['@loadcast/core', '@loadcast/formats', 'zod'],
  '@loadcast/storage': ['@loadcast/core', '@photostructure/sqlite', 'pg', 'pg-boss', 'ioredis'],
  '@loadcast/sources': ['@loadcast/core', 'undici', 'zod'],
  '@loadcast/console': [],
  '@loadcast/observe': ['@loadcast/core', 'pino'],
  '@loadcast/service': [
    '@loadcast/core',
    '@loadcast/formats',
    '@loadcast/observe',
    '@loadcast/sources',
    '@loadcast/storage',
    '@loadcast/surface-a',
    'croner',
    'hyparquet',
    'hyparquet-writer',
    'zod',
  ],
  '@loadcast/accounts': [
    '@loadcast/core',
    '@loadcast/formats',
    '@loadcast/observe',
    '@loadcast/service',
    '@loadcast/storage',
    '@node-rs/argon2',
    'nodemailer',
    'zod',
  ],
  '@loadcast/backtest': ['@loadcast/console', '@loadcast/core', '@loadcast/formats', '@loadcast/observe'],
  '@loadcast/mcp': ['@loadcast/core', '@loadcast/formats', '@modelcontextprotocol/server'],
  '@loadcast/gateway': [
    '@loadcast/console',
    '@loadcast/core',
    '@loadcast/formats',
    '@loadcast/surface-a',
    '@loadcast/surface-b',
    '@loadcast/surface-c',
    '@loadcast/storage',
    '@loadcast/sources',
    // The drivers of storage's doors, which the product opens.
    '@photostructure/sqlite',
    'pg',
    'pg-boss',
    'ioredis',
    // What packages need that the program has in its own files: apps/gateway/build.mjs.
    '@node-rs/argon2',
    '@uwdata/flechette',
    'croner',
    'fast-xml-parser',
    'nodemailer',
    'pino',
    'undici',
    'zod',
  ],
  loadcast: ['@loadcast/gateway'],
};

/** Packages bundled into a package's own files, so that nobody installs them: development dependencies that its source imports. */
export const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  '@loadcast/console': ['preact', 'preact-render-to-string'],
  '@loadcast/gateway': [
    '@loadcast/accounts',
    '@loadcast/backtest',
    '@loadcast/mcp',
    '@loadcast/observe',
    '@loadcast/service',
    '@opentelemetry/api',
    '@opentelemetry/exporter-metrics-otlp-http',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-trace-base',
  ],
};

/** Workspaces that nothing published may import. */
export const TOOLING = [
  '@loadcast/bench',
  '@loadcast/conformance',
  '@loadcast/boundaries',
  '@loadcast/site',
  '@loadcast/tsconfig',
];
