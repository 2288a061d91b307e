import { existsSync, readFileSync } from 'node:fs';
import type { Asset } from './door.js';

/** The same folder from `src` and from `dist`. */
const DIST = new URL('../dist/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * The files of the newest build by name: exactly the ones `assets.json` lists. None where nothing was built: pages are
 * then without script and style.
 *
 * @throws {Error} a file of the list is missing, or of a type that is not served
 */
export function readAssets(dist: URL = DIST): ReadonlyMap<string, Asset> {
  const list = new URL('assets.json', dist);
  if (!existsSync(list)) return new Map();
  const names = JSON.parse(readFileSync(list, 'utf8')) as string[];
  const read = (name: string): Uint8Array => readFileSync(new URL(`assets/${name}`, dist));
  return new Map(
    names.map((name) => {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
      if (!type) throw new Error(`${name}: no media type is known for this asset`);
      return [name, { type, bytes: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) }];
    }),
  );
}
