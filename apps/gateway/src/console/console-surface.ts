import type { Asset, Console, Facts, PageState } from '@loadcast/console';
import type { Reply, Route, Surface, SurfaceRequest } from '@loadcast/formats';
import { acceptedCodings } from '@loadcast/formats/node';
import { pageRoute } from '../http/pages.js';
import type { FirstPaint } from './first-paint.js';

/** Scripts, styles and calls of this origin alone; the icon is in the document. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Pages of the reference have one script: the forms that ask this service. */
const TEXT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
  vary: 'Accept',
};

export const TEXT_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': TEXT_POLICY,
  'cache-control': 'public, max-age=300',
};

const ASSET_PREFIX = '/assets/';

export interface ConsoleSurfaceOptions {
  readonly console: Console;
  /** What every page is given, but its time and address. */
  readonly facts: Omit<Facts, 'nowMs' | 'baseUrl'>;
  readonly firstPaint: FirstPaint;
  /** Answers paths outside the console. */
  readonly otherwise: Surface;
}

/** The pages for people and their files, in front of any other surface at the root. */
export function createConsoleSurface(options: ConsoleSurfaceOptions): Surface {
  const { console, otherwise } = options;
  return {
    id: 'a',
    route(request): Route | undefined {
      const asset = request.path.startsWith(ASSET_PREFIX)
        ? console.assets.get(request.path.slice(ASSET_PREFIX.length))
        : undefined;
      if (asset) {
        const prepare = () => ({ regions: [], free: true, reply: () => assetReply(asset, request) });
        return pageRoute(`${ASSET_PREFIX}{file}`, prepare);
      }
      const state = stateOf(options, request);
      const found = console.find(state);
      if (!found) return otherwise.route(request) ?? missingPage(console, state, request);
      const reply = async () => {
        const embedded = await options.firstPaint(found.asks, request);
        return { status: 200, headers: PAGE_HEADERS, body: console.render({ ...state, embedded }) };
      };
      return pageRoute(found.pattern, () => ({ regions: [], reply }));
    },
    dialect: () => 'json',
  };
}

/** A browser that asks for a page which there is not gets one that says so; programs get the error object. */
function missingPage(console: Console, state: PageState, { method, headers }: SurfaceRequest): Route | undefined {
  if (method !== 'GET' || !headers.get('accept')?.includes('text/html')) return undefined;
  const reply = () => ({ status: 404, headers: PAGE_HEADERS, body: console.render(state) });
  return pageRoute('{missing}', () => ({ regions: [], free: true, reply }));
}

/** A page before it has fetched anything. */
export function stateOf({ facts }: Pick<ConsoleSurfaceOptions, 'facts'>, request: SurfaceRequest): PageState {
  const { receivedAt, baseUrl, path, query } = request;
  return { facts: { ...facts, nowMs: receivedAt, baseUrl }, path, query, embedded: [] };
}

/** A built file, compressed as its caller prefers. Its name changes with its content. */
function assetReply(asset: Asset, { headers }: SurfaceRequest): Reply {
  const [coding = 'identity'] = acceptedCodings(headers.get('accept-encoding'));
  const body = coding === 'identity' ? asset.bytes : asset[coding];
  return {
    status: 200,
    headers: {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
    body,
  };
}
