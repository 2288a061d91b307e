import './style/console.css';
import { hydrate, type JSX, render } from 'preact';
import type { PageState } from './data/facts.js';
import { setClock } from './data/now.js';
import { reader, takeOver } from './data/reader.js';
import { pageAt } from './pages/pages.js';
import { Shell } from './shell/shell.js';

/** Takes over the page that the gateway rendered. */
function start(): void {
  const element = document.getElementById('state');
  const root = document.getElementById('app');
  const state = element?.textContent && (JSON.parse(element.textContent) as PageState);
  if (!state || !root) return;
  setClock(state.facts.nowMs);
  const page = pageAt(state.path);
  if (!page) return;
  const view = (): JSX.Element => <Shell state={state}>{page.view(state)}</Shell>;
  hydrate(view(), root);
  takeOver();
  if (reader() !== 'guest') render(view(), root);
}

start();
