import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'tsup';

const ASSETS = 'dist/assets';

/** Each asset beside itself as Brotli and gzip, compressed as far as they can: it is done once, and served for a year. */
function compressAssets(): void {
  for (const name of readdirSync(ASSETS).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const bytes = readFileSync(`${ASSETS}/${name}`);
    writeFileSync(
      `${ASSETS}/${name}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    );
    writeFileSync(`${ASSETS}/${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Two programs of one source: the script of the browser with its styles, and what the gateway renders first paints with. */
export default defineConfig([
  {
    entry: { console: 'src/client.tsx' },
    outDir: ASSETS,
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    minify: true,
    splitting: false,
    noExternal: [/^preact/],
    dts: false,
    clean: true,
    // Pages of a browser name what they load by its content, so that it can be kept for a year.
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]';
      options.jsx = 'automatic';
      options.jsxImportSource = 'preact';
    },
    onSuccess: async () => compressAssets(),
  },
  {
    entry: { server: 'src/server.tsx' },
    outDir: 'dist',
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    dts: false,
    sourcemap: true,
    esbuildOptions(options) {
      options.jsx = 'automatic';
      options.jsxImportSource = 'preact';
    },
  },
]);
