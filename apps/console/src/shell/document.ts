import type { PageState } from '../data/facts.js';

interface DocumentParts {
  readonly title: string;
  readonly html: string;
  readonly files: { readonly script: string | undefined; readonly style: string | undefined };
  readonly state: PageState;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http%3A//www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23005a8f'/%3E%3Cpath d='M4 22c5 0 5-11 10-11s5 8 14 4' fill='none' stroke='white' stroke-width='3'/%3E%3C/svg%3E";

/**
 * A whole document. Nothing in it is executed but the one script of the same origin. It is painted first when its
 * content has come whole (`rel="expect"`, HTML Standard, 4.6.8.4): rows of a table or links that come late would move
 * those beside them.
 */
export function documentOf({ title, html, files, state }: DocumentParts): string {
  const script = files.script
    ? `<script type="module" src="/assets/${files.script}"></script><script type="application/json" id="state">${dataOf(state)}</script>`
    : '';
  const style = files.style ? `<link rel="stylesheet" href="/assets/${files.style}">` : '';
  const fullTitle = title === 'Loadcast' ? 'Loadcast: U.S. electricity load forecasts' : `${title} · Loadcast`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${textOf(fullTitle)}</title>
<meta name="description" content="U.S. electricity load forecasts with likely ranges, past forecasts and their accuracy.">
<link rel="icon" href="${ICON}"><link rel="expect" href="#whole" blocking="render">${style}${script}</head>
<body><div id="app">${html}</div><div id="whole" hidden></div></body></html>
`;
}

/** JSON that cannot end the element it is in. */
const dataOf = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c');

const textOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
