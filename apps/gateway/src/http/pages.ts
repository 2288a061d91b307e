import type { ErrorCode } from '@loadcast/core';
import { escapeXml, type Prepared, type Reply, type Route, STATUS, type Surface } from '@loadcast/formats';

/** What each error means and what to do, for people: `documentation_url` leads here. A row for every code. */
const EXPLANATIONS = {
  unauthorized: 'The request carries no API key, or a malformed one. Send the header Authorization: Bearer <API_KEY>.',
  invalid_key: 'The key was revoked, has expired, is unknown, or its account has no plan on this surface.',
  rate_limited: 'A limit of the plan is used up. Wait for Retry-After seconds; the message says which limit it was.',
  invalid_query: 'There is no report with this queryname.',
  missing_parameter: 'A required parameter is not there. The message names it.',
  invalid_parameter:
    'A parameter has a value that is not allowed, is given twice, or a range is wrong. The message names the parameter, what was given and what is allowed.',
  plan_limit:
    'The plan does not include this horizon, resolution or history depth. The message names the plan that does.',
  no_data:
    'There is nothing to answer with. details.reason says why: source_late, source_gap, not_covered or before_history. Free of charge.',
  not_found: 'There is nothing at this path.',
  method_not_allowed: 'Every endpoint answers GET. The Allow header lists the methods.',
  unavailable: 'Something the answer needs is out of reach for a moment. Try again after Retry-After seconds.',
  internal_error: 'The fault is on our side and is logged under the request id. Free of charge.',
} as const satisfies Record<ErrorCode, string>;

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'public, max-age=300',
};

export interface PageFacts {
  /** Shown on every page when the data is not real. */
  readonly notice: string | undefined;
  /** Whose weather the forecasts stand on; empty when nobody asks to be named. */
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
  const rows = (Object.keys(EXPLANATIONS) as ErrorCode[]).map(
    (code) =>
      `<tr id="${code}"><td>${STATUS[code]}</td><td><code>${code}</code></td><td>${escapeXml(EXPLANATIONS[code])}</td></tr>`,
  );
  return `<table><thead><tr><th>HTTP</th><th>code</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
.notice{background:#fff3cd;padding:.5rem 1rem}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0}
tr:target{background:#eef}
`;
