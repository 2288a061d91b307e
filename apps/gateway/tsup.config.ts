import { defineConfig } from 'tsup';

/** What is written into `dist/mcp/sdk.js`: its licence asks to be named. */
const MCP_NOTICE = `/*! @modelcontextprotocol/server and /core: Apache-2.0, Anthropic, PBC */`;

/** What is written into `dist/bulk/parquet/library.js`. */
const PARQUET_NOTICE = `/*! hyparquet-writer and hyparquet: MIT, Hyperparam */`;

const COMMON = { format: 'esm', target: 'node20', platform: 'node', dts: false } as const;

export default defineConfig([
  {
    ...COMMON,
    // File by file, for programs that embed it; the command is built by build.mjs.
    entry: [
      'src/**/*.ts',
      '!src/**/*.test.ts',
      '!src/**/testing/**',
      '!src/every-endpoint/**',
      '!src/bin/**',
      '!src/mcp/{sdk,no-forms}.ts',
      '!src/bulk/parquet/library.ts',
    ],
    bundle: false,
    sourcemap: true,
    clean: ['!mcp/sdk.js', '!bulk/parquet/library.js', '!bin/**'],
  },
  {
    ...COMMON,
    // The parts of the SDK that are used, in the file that names them: of 16 MB, 0.2. zod is installed anyway.
    entry: { 'mcp/sdk': 'src/mcp/sdk.ts' },
    noExternal: [/^@modelcontextprotocol\//],
    minify: true,
    // Without its validator of schemas: what a client would fill into a form is never asked for.
    esbuildOptions(options) {
      // It writes a line beside the log at every request that is answered as JSON.
      options.pure = ['console.warn'];
      options.alias = { '@modelcontextprotocol/server/_shims': './src/mcp/no-forms.ts' };
    },
    banner: { js: MCP_NOTICE },
  },
  {
    ...COMMON,
    entry: { 'bulk/parquet/library': 'src/bulk/parquet/library.ts' },
    noExternal: [/^hyparquet/],
    minify: true,
    banner: { js: PARQUET_NOTICE },
  },
]);
