import { ERRORS, escapeXml, type Prepared, type Reply, type Route, type Surface } from '@loadcast/formats';

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'public, max-age=300',
};

export interface PageFacts {
  /** Shown on every page when the data is not real. */
  readonly notice: string | undefined;
  /** The credit that the weather's licence requires; empty when it requires none. */
  readonly attribution: string;
}

/** The few pages for people: what this is, and what an error means. */
export function createPages(facts: PageFacts): Surface {
  const pages: Readonly<Record<string, () => Reply>> = {
    '': () => page('Loadcast', indexBody(), facts),
    '/': () => page('Loadcast', indexBody(), facts),
    '/docs/errors': () => page('Errors', errorsBody(), facts),
    '/style.css': () => ({ status: 200, headers: { ...HTML, 'content-type': 'text/css; charset=utf-8' }, body: STYLE }),
  };
  return {
    id: 'a',
    route({ path }): Route | undefined {
      const render = Object.hasOwn(pages, path) ? pages[path] : undefined;
      return render && { access: 'public', prepare: (): Prepared => ({ regions: [], reply: render }) };
    },
    dialect: () => 'json',
  };
}

function page(title: string, body: string, { notice, attribution }: PageFacts): Reply {
  const banner = notice ? `<p class="notice">${escapeXml(notice)}</p>` : '';
  const credit = attribution ? `<footer><a href="https://open-meteo.com/">${escapeXml(attribution)}</a></footer>` : '';
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/style.css">`;
  return {
    status: 200,
    headers: HTML,
    body: `<!doctype html><html lang="en"><head>${head}</head><body>${banner}<h1>${title}</h1>${body}${credit}</body></html>\n`,
  };
}

function indexBody(): string {
  const links = [
    ['/v1/health', 'health'],
    ['/v1/regions', 'regions'],
    ['/oasis?queryname=TAC_AREAS', 'TAC areas'],
    ['/docs/errors', 'errors'],
  ];
  const items = links.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('');
  return `<p>Forecasts of U.S. electricity load, with what was forecast before and how good it was.</p><ul>${items}</ul>`;
}

function errorsBody(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, explanation }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${escapeXml(explanation)}</td></tr>`,
  );
  return `<table><thead><tr><th>HTTP</th><th>code</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
.notice{background:#fff3cd;padding:.5rem 1rem}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0}
tr:target{background:#eef}
`;
