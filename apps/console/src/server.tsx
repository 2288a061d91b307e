import { renderToString } from 'preact-render-to-string';
import { readAssets } from './assets.js';
import type { OpenConsole } from './console.js';
import { pageAt } from './pages/pages.js';
import { documentOf } from './shell/document.js';
import { Shell } from './shell/shell.js';

/** Reads the built files and gives what the gateway serves. */
export const openConsole: OpenConsole = () => {
  const assets = readAssets();
  const named = (end: string): string | undefined => [...assets.keys()].find((name) => name.endsWith(end));
  const files = { script: named('.js'), style: named('.css') };
  return {
    assets,
    find(state) {
      const page = pageAt(state.path);
      return page && { pattern: page.pattern, asks: page.asks?.(state) ?? [] };
    },
    render(state) {
      const page = pageAt(state.path);
      const title = page?.title(state) ?? 'Loadcast';
      const html = renderToString(<Shell state={state}>{page?.view(state)}</Shell>);
      return documentOf({ title, html, files, state });
    },
    frame(title, inner, state) {
      // Made by the gateway from its own texts, which it escapes.
      const main = <div class="prose" dangerouslySetInnerHTML={{ __html: inner }} />;
      const html = renderToString(<Shell state={state}>{main}</Shell>);
      return documentOf({ title, html, files: { ...files, script: undefined }, state });
    },
  };
};
