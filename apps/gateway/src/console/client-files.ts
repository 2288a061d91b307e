import { existsSync, readFileSync } from 'node:fs';
import type { Route, Surface } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import { pageRoute } from '../http/pages.js';

/** The build puts them here: the place is the same from the sources and from the built program. */
const FOLDER = new URL('../../dist/clients/', import.meta.url);

const FILES = [
  { name: 'loadcast.py', type: 'text/x-python; charset=utf-8' },
  { name: 'loadcast.tgz', type: 'application/gzip' },
];

/** `/clients/FILE`: the Python and TypeScript clients of this version. Sources that were never built have none. */
export function createClientFiles(): Surface {
  const files = FILES.filter(({ name }) => existsSync(new URL(name, FOLDER)));
  const routes = new Map(files.map(({ name, type }) => [`/${name}`, fileRoute(name, type)]));
  return { id: 'a', route: ({ path }) => routes.get(path), dialect: () => 'json' };
}

function fileRoute(name: string, type: string): Route {
  const body = readFileSync(new URL(name, FOLDER));
  const headers = { 'content-type': type, 'cache-control': 'no-cache' };
  const etag = etagOf('a client', body.toString('latin1'));
  return pageRoute('/{file}', () => ({ regions: [], free: true, etag, reply: () => ({ status: 200, headers, body }) }));
}
