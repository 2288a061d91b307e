// Runs a TypeScript module in a process of its own: `node run-source.mjs FILE [ARGUMENT...]`. Node 20 cannot, so
// `source-hooks.mjs` transforms it.
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

register('./source-hooks.mjs', import.meta.url);
const { run } = await import(pathToFileURL(resolve(process.argv[2])).href);
await run(...process.argv.slice(3));
