import './style/console.css';
import { hydrate, type JSX, render } from 'preact';
import type { PageState } from './data/facts.js';
import { setClock } from './data/now.js';
import { reader, takeOver } from './data/reader.js';
import { NO_SUCH_PAGE } from './pages/no-such-page.js';
import { pageAt } from './pages/pages.js';
import { Shell } from './shell/shell.js';
import { setWriting, writing } from './time/writing.js';

const KEPT_WRITING = 'loadcast-writing';

/** Takes over the page that the gateway rendered. */
function start(): void {
  const element = document.getElementById('state');
  const root = document.getElementById('app');
  const state = element?.textContent && (JSON.parse(element.textContent) as PageState);
  if (!state || !root) return;
  setClock(state.facts.nowMs, state.facts.clockSpeed);
  const page = pageAt(state) ?? NO_SUCH_PAGE;
  const view = (): JSX.Element => <Shell state={state}>{page.view(state)}</Shell>;
  const painted = setWriting(state.query);
  hydrate(view(), root);
  takeOver();
  setWriting(state.query, localStorage.getItem(KEPT_WRITING));
  localStorage.setItem(KEPT_WRITING, writing());
  if (reader() !== 'guest' || writing() !== painted) render(view(), root);
}

start();
