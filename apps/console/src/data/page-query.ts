import { useState } from 'preact/hooks';
import type { PageState } from './facts.js';

/** The choices of a page, and how some of them change. */
export type PageQuery = readonly [URLSearchParams, (changes: Readonly<Record<string, string | undefined>>) => void];

/** The page's query as its state: every choice is in the address, so that it can be shared. */
export function usePageQuery(state: PageState): PageQuery {
  const [query, setQuery] = useState(state.query);
  const change = (changes: Readonly<Record<string, string | undefined>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    history.replaceState(null, '', text === '' ? location.pathname : `?${text}`);
    setQuery(text);
  };
  return [new URLSearchParams(query), change];
}
