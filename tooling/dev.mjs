// Run by `npm run dev` under `node --watch-path`: builds the console and the program, then serves a simulated grid.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from '../apps/console/build.mjs';
import { buildProgram } from '../apps/gateway/build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEFAULTS = { LOADCAST_DATA_DIR: join(ROOT, '.loadcast/dev'), SOURCE: 'simulated', LOG_LEVEL: 'warn' };

// At once, without the drain of `serve`: node's watcher starts the next process when a second file is saved meanwhile.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));

await Promise.all([buildConsole({ isQuick: true }), buildProgram()]);
Object.assign(process.env, { ...DEFAULTS, ...process.env });
process.argv = [process.argv[0], join(ROOT, 'apps/gateway/dist/bin/loadcast.js'), 'serve', '--demo'];
await import('../apps/gateway/dist/bin/loadcast.js');
