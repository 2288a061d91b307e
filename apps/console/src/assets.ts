import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Asset } from './console.js';

/** The same folder from `src` and from `dist`. */
const FOLDER = new URL('../dist/assets/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The built files by name. None where nothing was built: pages are then without script and style. */
export function readAssets(folder: URL = FOLDER): ReadonlyMap<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const read = (name: string): Uint8Array => readFileSync(new URL(name, folder));
  return new Map(
    readdirSync(folder).flatMap((name): [string, Asset][] => {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
      if (!type) return [];
      return [[name, { type, bytes: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) }]];
    }),
  );
}
