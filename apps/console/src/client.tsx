import './style/console.css';
import { hydrate, type JSX, render } from 'preact';
import { ask } from './data/api.js';
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
  const here = atOpenedAddress(state);
  const view = (shown: PageState): JSX.Element => <Shell state={shown}>{page.view(shown)}</Shell>;
  const painted = setWriting(state.query);
  hydrate(view(state), root);
  takeOver();
  setWriting(state.query, localStorage.getItem(KEPT_WRITING));
  localStorage.setItem(KEPT_WRITING, writing());
  if (reader() !== 'guest' || writing() !== painted || here !== state) render(view(here), root);
  if (page === NO_SUCH_PAGE && reader() !== 'guest') void showOwnArea(here, root);
}

/** The gateway renders no page of an area that one account has: its own session reads which areas those are. */
async function showOwnArea(state: PageState, root: HTMLElement): Promise<void> {
  type Own = { readonly code: string; readonly name: string; readonly timezone: string };
  const answer = await ask<{ readonly data: readonly Own[] }>('GET', '/account/areas');
  const own = answer.ok ? answer.body.data : [];
  const grids = own.map(({ code, name, timezone: zone }) => ({ code, name, territory: name, zone, marketZone: zone }));
  const shown = { ...state, facts: { ...state.facts, utilities: [...state.facts.utilities, ...grids] } };
  const page = pageAt(shown);
  if (!page) return;
  document.title = page.title(shown);
  render(<Shell state={shown}>{page.view(shown)}</Shell>, root);
}

/** Samples name the address that the reader opened where the configured one is of the server alone. */
function atOpenedAddress(state: PageState): PageState {
  const { baseUrl } = state.facts;
  if (baseUrl === location.origin || !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(baseUrl)) return state;
  return { ...state, facts: { ...state.facts, baseUrl: location.origin } };
}

start();
