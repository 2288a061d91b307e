import { addDays, DAY_MS, type EpochMs, localDay } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { ERRORS, EXAMPLES_WRITTEN_ON } from '@loadcast/formats';
import { type Block, htmlOf, markdownOf, type Page } from './blocks.js';
import type { DocumentedEndpoint } from './documented.js';
import { endpointPage } from './endpoint-page.js';
import { GUIDES } from './guides.generated.js';
import { openApiDocument } from './openapi.js';
import { TRY_IT_PATH, TRY_IT_SCRIPT } from './try-it/try-it-script.js';

export const HTML_TYPE = 'text/html; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const JSON_DOCUMENT = 'application/json; charset=utf-8';

const SUMMARY =
  'Forecasts of hourly electricity load in MW of seven U.S. grids and four California utilities, with p10 and p90, measured load, and the accuracy of every past forecast.';

const RULES: readonly string[] = [
  'Keys: `Authorization: Bearer <API_KEY>`, never in the URL.',
  'The demo needs no key: use `/demo/v1/...` instead of `/v1/...`, for some regions (all with recorded or simulated load), with the Developer plan and 60 calls an hour per address. An operator may turn it off.',
  'Hours are named by their start, in UTC. Ranges are `[start, end)`, at most 31 days. A time carries an offset; a `+` that is not escaped is read as `+`.',
  'Codes and words may have any case. Unknown parameters are named in `X-Ignored-Parameters`.',
  'Forecasts are never changed and never made for the past. `as_of` answers with the data available then.',
  'Send `ETag` back as `If-None-Match`: 304 is free of charge. Brotli and gzip as `Accept-Encoding` prefers.',
  'Language models use `/mcp` (Model Context Protocol, streamable HTTP, the same key) with the tools `list_regions`, `get_forecast`, `compare`, `get_scores` and `explain_peak`.',
  'Every answer has `X-Request-Id`; with a key also `RateLimit`. A 429 has `Retry-After`.',
];

/** One document: HTML without its frame, or a text for programs. */
export interface Document {
  readonly title: string;
  readonly type: string;
  readonly text: string;
}

export interface Documents {
  /** The document at a path, whose examples ask this address for days around `nowMs`; undefined where there is none. */
  at(path: string, baseUrl: string, nowMs: EpochMs): Document | undefined;
}

/** Everything that is made from the descriptions of endpoints. Each address is rendered once a day. */
export function createDocuments(endpoints: readonly DocumentedEndpoint[]): Documents {
  let kept: { readonly baseUrl: string; readonly day: string; readonly documents: DocumentsByPath } | undefined;
  return {
    at(path, baseUrl, nowMs) {
      const day = localDay('UTC', nowMs);
      if (!kept || kept.baseUrl !== baseUrl || kept.day !== day)
        kept = { baseUrl, day, documents: documentsOf(endpoints, baseUrl, day) };
      return kept.documents.get(path);
    },
  };
}

type DocumentsByPath = ReadonlyMap<string, Document>;

/** Dates in examples lie within so many days of the day they were written on; other dates are facts. */
const EXAMPLES_REACH_DAYS = 45;

const DATE = /(?<!\d)(20\d\d)(-?)(\d\d)\2(\d\d)(?!\d)/g;

/** A text with its examples moved to the days around `day`, which a service whose clock shows it can answer. */
function datedExamples(text: string, day: string): string {
  return text.replace(DATE, (written: string, year: string, dash: string, month: string, date: string) => {
    const startOf = (each: string) => parseEpochMs(`${each}T00:00Z`);
    const days = (startOf(`${year}-${month}-${date}`) - startOf(EXAMPLES_WRITTEN_ON)) / DAY_MS;
    return Math.abs(days) <= EXAMPLES_REACH_DAYS ? addDays(day, days).replaceAll('-', dash) : written;
  });
}

function documentsOf(endpoints: readonly DocumentedEndpoint[], baseUrl: string, day: string): DocumentsByPath {
  const dated = (body: string): string => datedExamples(body, day);
  const pages = pagesOf(endpoints, baseUrl).map((page): Page => JSON.parse(dated(JSON.stringify(page))));
  const index = indexPage(endpoints, pages);
  const text = (type: string, body: string): Document => ({ title: 'Loadcast', type, text: body });
  const guides = GUIDES.map((page) => withAddress(page, baseUrl));
  const rendered = [index, ...pages, ...guides].flatMap((page): [string, Document][] => {
    const path = page.slug === '' ? '/docs' : `/docs/${page.slug}`;
    return [
      [path, { ...text(HTML_TYPE, htmlOf(page)), title: page.title }],
      [`${path}.md`, text(MARKDOWN_TYPE, markdownOf(page))],
    ];
  });
  return new Map([
    ...rendered,
    [TRY_IT_PATH, text(SCRIPT_TYPE, TRY_IT_SCRIPT)],
    ['/openapi.json', text(JSON_DOCUMENT, dated(JSON.stringify(openApiDocument(endpoints, baseUrl))))],
    ['/llms.txt', text(TEXT_TYPE, llmsText([...pages, ...GUIDES], baseUrl))],
    ['/llms-full.txt', text(TEXT_TYPE, dated(referenceText(endpoints, baseUrl)))],
  ]);
}

const pagesOf = (endpoints: readonly DocumentedEndpoint[], baseUrl: string): Page[] => [
  ...endpoints.map((endpoint) => endpointPage(endpoint, baseUrl)),
  errorsPage(),
];

export function referenceText(endpoints: readonly DocumentedEndpoint[], baseUrl: string): string {
  const rules = RULES.map((rule) => `- ${rule}`).join('\n');
  const text = [
    `# Loadcast\n\n${SUMMARY}\n\n${rules}\n`,
    ...pagesOf(endpoints, baseUrl).map((page) => markdownOf(page, 2)),
  ].join('\n');
  return text.replace(/\]\(\/docs\/errors(?:#\w+)?\)/g, '](#errors)');
}

/** A guide whose examples ask this service. */
const withAddress = (page: Page, baseUrl: string): Page =>
  JSON.parse(
    JSON.stringify(page).replaceAll(/\$BASE\b|\$\{BASE\}|\{os\.environ\['BASE'\]\}|https:\/\/HOST\b/g, () => baseUrl),
  ) as Page;

function indexPage(endpoints: readonly DocumentedEndpoint[], pages: readonly Page[]): Page {
  const parts = [...new Set(endpoints.map(({ part }) => part))];
  const lists = parts.flatMap((part): Block[] => [
    { kind: 'heading', text: part },
    {
      kind: 'list',
      items: endpoints.flatMap((endpoint, i) => (endpoint.part === part ? [linkTo(pages[i]!)] : [])),
    },
  ]);
  return {
    slug: '',
    title: 'Docs',
    summary: SUMMARY,
    blocks: [
      { kind: 'text', text: SUMMARY },
      { kind: 'heading', text: 'Guides' },
      { kind: 'list', items: GUIDES.map(linkTo) },
      ...lists,
      { kind: 'heading', text: 'Rules' },
      { kind: 'list', items: RULES },
      { kind: 'heading', text: 'More' },
      {
        kind: 'list',
        items: [
          '[Errors](/docs/errors)',
          '[OpenAPI 3.1](/openapi.json)',
          'Text for programs: [llms.txt](/llms.txt), [llms-full.txt](/llms-full.txt), and every page with `.md` after its path',
        ],
      },
    ],
  };
}

const linkTo = ({ slug, title, summary }: Page): string => `[${title}](/docs/${slug}): ${summary}`;

/** @see https://llmstxt.org */
function llmsText(pages: readonly Page[], baseUrl: string): string {
  const links = pages.map(({ slug, title, summary }) => `- [${title}](${baseUrl}/docs/${slug}.md): ${summary}`);
  const rest = [
    `- [OpenAPI 3.1](${baseUrl}/openapi.json): the same for programs`,
    `- [All pages in one](${baseUrl}/llms-full.txt)`,
  ];
  return `# Loadcast\n\n> ${SUMMARY}\n\n${RULES.map((rule) => `- ${rule}`).join('\n')}\n\n## Docs\n\n${[...links, ...rest].join('\n')}\n`;
}

/** Every error code, where `documentation_url` leads. */
function errorsPage(): Page {
  const rows = Object.entries(ERRORS).map(([code, { status, explanation }]) => ({
    id: code,
    cells: [String(status), `\`${code}\``, explanation],
  }));
  return {
    slug: 'errors',
    title: 'Errors',
    summary: 'Every error code with its HTTP status, and what to do.',
    blocks: [
      {
        kind: 'text',
        text: 'With `Accept: application/problem+json` an error in JSON has the form of RFC 9457: `type`, `title`, `status` and `detail`, and beside them `code`, `request_id` and `details`.',
      },
      { kind: 'table', columns: ['HTTP', 'code', 'meaning'], rows },
    ],
  };
}
