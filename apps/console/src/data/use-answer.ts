import { useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, read } from './api.js';
import type { ColumnsAnswer } from './columns.js';
import type { PageState } from './facts.js';
import { followNews } from './live/live-news.js';
import { rootOf, streamedAreas } from './reader.js';

/** An answer that may be outdated, and why there is no newer one. */
export interface Reading<T> {
  readonly body: T | undefined;
  readonly failure: Failure | undefined;
  readonly isWaiting: boolean;
  /** Whether it follows events; undefined where it does not, or that is not known yet. */
  readonly isLive: boolean | undefined;
}

export interface AnswerOptions {
  /** The grids that the answer is about: they decide where it is asked. */
  readonly codes?: readonly string[];
  /** When it is asked again: after events of its grids, every five minutes, or only when the network is back. */
  readonly renew?: 'events' | 'minutes';
  /** Multiplies the shortest interval between fetches after events, three minutes. */
  readonly share?: number;
  /** An answer of another path with the same subject is shown until the new one is there. Absent: the path. */
  readonly subject?: string;
}

/** The answer of a path that the gateway put into the page. */
export const embeddedAt = <T>({ embedded }: PageState, path: string): T | undefined =>
  embedded.find((each) => each.path === path)?.body as T | undefined;

const REFRESH_MS = 5 * 60_000;

/** Reads a path of the API: what the page came with, then again when something has happened, and when the network is back. */
export function useAnswer<T = ColumnsAnswer>(
  state: PageState,
  path: string | undefined,
  options: AnswerOptions = {},
): Reading<T> {
  const { codes = [], renew, share, subject = path } = options;
  const first = path === undefined ? undefined : embeddedAt<T>(state, path);
  const [kept, setKept] = useState<{ subject: string | undefined; body: T | undefined; failure: Failure | undefined }>({
    subject,
    body: first,
    failure: undefined,
  });
  const [isLive, setLive] = useState<boolean | undefined>(undefined);
  const asking = useRef<() => Promise<void>>(async () => undefined);
  const root = (): ReturnType<typeof rootOf> => rootOf(codes, state.facts);
  useEffect(() => {
    if (path === undefined) return;
    let isCurrent = true;
    asking.current = async () => {
      const answer = await read<T>(path, root);
      if (!isCurrent) return;
      setKept((before) =>
        answer.ok
          ? { subject, body: answer.body, failure: undefined }
          : { subject, body: before.subject === subject ? before.body : undefined, failure: answer.failure },
      );
    };
    if (first === undefined) void asking.current();
    else setKept({ subject, body: first, failure: undefined });
    return () => {
      isCurrent = false;
    };
  }, [path]);
  useEffect(() => {
    if (path === undefined) return;
    const again = async (): Promise<void> => {
      if (document.visibilityState !== 'hidden') await asking.current();
    };
    if (renew === 'events') {
      const news = followNews({
        streamUrl: () => `${root()}/events?regions=${streamedAreas(root(), state.facts).join(',')}`,
        codes,
        share,
        ask: again,
        changed: setLive,
      });
      return () => news.close();
    }
    const timer = renew && setInterval(again, REFRESH_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [codes.join(','), path === undefined, share]);
  const isOf = kept.subject === subject;
  const body = isOf ? kept.body : first;
  const failure = isOf ? kept.failure : undefined;
  return { body, failure, isWaiting: path !== undefined && body === undefined && failure === undefined, isLive };
}
