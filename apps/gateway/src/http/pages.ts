import type { Facts } from '@loadcast/console';
import { DAY_MS } from '@loadcast/core';
import {
  escapeXml,
  type PublicRoute,
  type Reply,
  type Route,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import { type Documents, HTML_TYPE } from '../docs/documents.js';

const HTML = {
  'content-type': HTML_TYPE,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'public, max-age=300',
};

export type PageFacts = Pick<Facts, 'notice' | 'attribution' | 'isSimulated' | 'clockSpeed'>;

export interface Frame {
  page(title: string, body: string, request: SurfaceRequest): Reply;
  /** Changes with what `page` puts around a body. */
  readonly tag: string;
}

/** @param frame default: a heading, and the body, as where no console is built */
export function createPages(
  facts: PageFacts,
  documents: Documents,
  frame: Frame = { page: (title, body) => plainPage(title, body, facts), tag: JSON.stringify(facts) },
): Surface {
  const index: Page = (request) => frame.page('Loadcast', indexBody(), request);
  const pages: Readonly<Record<string, Page>> = {
    '': index,
    '/': index,
    // A replay has another date, and callers do not.
    '/.well-known/security.txt': () => ({
      status: 200,
      headers: { ...HTML, 'content-type': 'text/plain; charset=utf-8' },
      body: securityText(Date.now()),
    }),
    '/style.css': () => ({ status: 200, headers: { ...HTML, 'content-type': 'text/css; charset=utf-8' }, body: STYLE }),
  };
  return {
    id: 'a',
    route(request): Route | undefined {
      const { path, baseUrl, receivedAt } = request;
      const render = Object.hasOwn(pages, path) ? pages[path] : undefined;
      if (render) return pageRoute(path, () => ({ regions: [], reply: () => render(request) }));
      const document = documents.at(path, baseUrl, receivedAt);
      if (!document) return undefined;
      const { title, type, text } = document;
      const headers = { ...HTML, 'content-type': type };
      const etag = etagOf('a document', path, baseUrl, text, frame.tag);
      const reply = (): Reply =>
        type === HTML_TYPE ? frame.page(title, text, request) : { status: 200, headers, body: text };
      const pattern = path.startsWith('/docs/') ? '/docs/{page}' : path;
      return pageRoute(pattern, () => ({ regions: [], etag, reply }));
    },
    dialect: () => 'json',
  };
}

/** Where weaknesses are reported. @see https://www.rfc-editor.org/rfc/rfc9116 */
function securityText(nowMs: number): string {
  const expires = new Date(nowMs + 90 * DAY_MS).toISOString().slice(0, 10);
  const project = 'https://github.com/loadcast/loadcast';
  return `Contact: ${project}/security/advisories/new\nPolicy: ${project}/blob/main/SECURITY.md\nPreferred-Languages: en\nExpires: ${expires}T00:00:00Z\n`;
}

type Page = (request: SurfaceRequest) => Reply;

const NO_PARAMETERS: readonly string[] = [];

/** A page that everybody may read, and that reads no parameter. */
export function pageRoute(pattern: string, prepare: PublicRoute['prepare']): PublicRoute {
  return { access: 'public', pattern, parameters: NO_PARAMETERS, prepare };
}

function plainPage(title: string, body: string, { notice, attribution }: PageFacts): Reply {
  const banner = notice ? `<p class="notice">${escapeXml(notice)}</p>` : '';
  const credit = attribution ? `<footer><a href="https://open-meteo.com/">${escapeXml(attribution)}</a></footer>` : '';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><link rel="stylesheet" href="/style.css">`;
  return {
    status: 200,
    headers: HTML,
    body: `<!doctype html><html lang="en"><head>${head}</head><body><main>${banner}<h1>${escapeXml(title)}</h1>${body}</main>${credit}</body></html>\n`,
  };
}

function indexBody(): string {
  const links = [
    ['/v1/health', 'health'],
    ['/v1/regions', 'regions'],
    ['/oasis?queryname=TAC_AREAS', 'TAC areas'],
    ['/docs', 'reference of the interface'],
    ['/openapi.json', 'the same as an OpenAPI document'],
    ['/docs/errors', 'errors'],
  ];
  const items = links.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('');
  return `<p>U.S. electricity load forecasts, past forecasts and their accuracy.</p><ul>${items}</ul>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
.notice{background:#fff3cd;padding:.5rem 1rem}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0}
tr:target{background:#eef}
pre{overflow-x:auto;background:#f4f4f4;padding:.5rem 1rem}
.wide{overflow-x:auto}
.try label{display:block;margin:.5rem 0}
.try pre{max-height:30rem;overflow:auto}
.try [hidden]{display:none}
`;
