import type { ComponentChildren, JSX } from 'preact';
import type { PageState } from '../data/facts.js';

const PLACES = [
  ['/', 'Grid now'],
  ['/accuracy', 'Accuracy'],
  ['/build', 'Get the data'],
  ['/status', 'Status'],
  ['/docs', 'Docs'],
  ['/account', 'Account'],
] as const;

/** The frame of every page: where one is, what the data are, and whose they are. */
export function Shell({ state, children }: { state: PageState; children: ComponentChildren }): JSX.Element {
  const { path, facts } = state;
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
            <rect width="32" height="32" rx="7" class="brand-box" />
            <path d="M4 22c5 0 5-11 10-11s5 8 14 4" class="brand-line" />
          </svg>
          Loadcast
        </a>
        <nav aria-label="Pages">
          {PLACES.map(([href, text]) => (
            <a key={href} href={href} {...currentAt(path, href)}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {facts.notice && <p class="notice">{facts.notice}</p>}
        {children}
      </main>
      <footer class="foot">
        <p>
          {facts.isSimulated
            ? 'Load: simulated by this service, not measured.'
            : 'Load: U.S. Energy Information Administration, public domain.'}
          {facts.attribution && (
            <>
              {' '}
              <a href="https://open-meteo.com/">{facts.attribution}</a>.
            </>
          )}{' '}
          Every number here comes from the <a href="/docs">public API</a>.
        </p>
        <p>
          Numbers and times: <a href="?write=us">28,500 MW, 7–8 PM</a> or{' '}
          <a href="?write=24h">28 500 MW, 19:00–20:00</a>
        </p>
      </footer>
    </>
  );
}

/** The page itself, or the part of the site that the page is in: a page of one grid is in none. */
function currentAt(path: string, place: string): { 'aria-current'?: 'page' | 'true' } {
  if (path === place) return { 'aria-current': 'page' };
  return place !== '/' && path.startsWith(`${place}/`) ? { 'aria-current': 'true' } : {};
}
