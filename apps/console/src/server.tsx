import { renderToString } from 'preact-render-to-string';
import { readAssets } from './assets.js';
import type { OpenConsole } from './door.js';
import { NO_SUCH_PAGE } from './pages/no-such-page.js';
import { pageAt } from './pages/pages.js';
import { documentOf } from './shell/document.js';
import { Shell } from './shell/shell.js';
import { setWriting } from './time/writing.js';

export const openConsole: OpenConsole = () => {
  const assets = readAssets();
  const named = (end: string): string | undefined => [...assets.keys()].find((name) => name.endsWith(end));
  const files = { script: named('.js'), style: named('.css') };
  return {
    assets,
    find(state) {
      const page = pageAt(state);
      return page && { pattern: page.pattern, asks: page.asks?.(state) ?? [] };
    },
    render(state) {
      setWriting(state.query);
      const page = pageAt(state) ?? NO_SUCH_PAGE;
      const html = renderToString(<Shell state={state}>{page.view(state)}</Shell>);
      return documentOf({ title: page.title(state), html, files, state });
    },
    frame(title, inner, state) {
      setWriting(state.query);
      // Made by the gateway from its own texts, which it escapes.
      const main = <div class="prose" dangerouslySetInnerHTML={{ __html: inner }} />;
      const html = renderToString(<Shell state={state}>{main}</Shell>);
      return documentOf({ title, html, files: { ...files, script: undefined }, state });
    },
  };
};
