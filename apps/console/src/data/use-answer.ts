import { useEffect, useState } from 'preact/hooks';
import { type Failure, isSignedIn, read } from './api.js';
import type { PageState } from './facts.js';

/** An answer that may be of before, and why there is no newer one. */
export interface Reading<T> {
  readonly body: T | undefined;
  readonly failure: Failure | undefined;
  /** Whether a call is under way, and nothing is shown yet. */
  readonly isWaiting: boolean;
}

/** The answer of a path that the gateway put into the page. */
export const embeddedAt = <T>({ embedded }: PageState, path: string): T | undefined =>
  embedded.find((each) => each.path === path)?.body as T | undefined;

const REFRESH_MS = 5 * 60_000;

/**
 * Reads a path of the API: what the page came with, then again every five minutes while the page is seen, and when the network
 * is back. Twelve calls an hour.
 */
export function useAnswer<T>(state: PageState, path: string | undefined): Reading<T> {
  const first = path === undefined ? undefined : embeddedAt<T>(state, path);
  const [kept, setKept] = useState<{ path: string | undefined; body: T | undefined; failure: Failure | undefined }>({
    path,
    body: first,
    failure: undefined,
  });
  useEffect(() => {
    if (path === undefined) return;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const answer = await read<T>(path);
      if (!isCurrent) return;
      setKept((before) =>
        answer.ok
          ? { path, body: answer.body, failure: undefined }
          : { path, body: before.path === path ? before.body : undefined, failure: answer.failure },
      );
    };
    // What the page came with is as new as the page; with a session the answer may hold more.
    if (first === undefined || isSignedIn()) void ask();
    const timer = setInterval(ask, REFRESH_MS);
    addEventListener('online', ask);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [path]);
  const isOfPath = kept.path === path;
  const body = isOfPath ? kept.body : first;
  const failure = isOfPath ? kept.failure : undefined;
  return { body, failure, isWaiting: path !== undefined && body === undefined && failure === undefined };
}
