// Runs a TypeScript module in a process of its own: `node run-source.mjs FILE [ARGUMENT...]`. Node 20 cannot, so
// vite transforms it, as it does for the tests themselves.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createViteServer } from 'vitest/node';

const conditions = ['@loadcast/source', 'node', 'import', 'module', 'default'];
const server = await createViteServer({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'error',
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  server: { middlewareMode: true, watch: null, ws: false, hmr: false },
  optimizeDeps: { noDiscovery: true },
});
const { run } = await server.ssrLoadModule(resolve(process.argv[2]));
await run(...process.argv.slice(3));
await server.close();
