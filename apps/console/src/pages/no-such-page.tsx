import type { Page } from './page.js';

/** Shown at a path without a page: where to go from here. */
export const NO_SUCH_PAGE: Pick<Page, 'title' | 'view'> = {
  title: () => 'Page not found',
  view: ({ path, facts }) => (
    <>
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{path}</code>. Check the address, or go to <a href="/">Grid now</a>,{' '}
        <a href="/build">Get the data</a> or the <a href="/docs">docs</a>.
      </p>
      <h2>Grids</h2>
      <ul>
        {[...facts.grids, ...facts.utilities].map(({ code, name, territory }) => (
          <li key={code}>
            <a href={`/r/${code}`}>{code}</a> {name}, {territory}
          </li>
        ))}
      </ul>
    </>
  ),
};
