import { useEffect, useState } from 'preact/hooks';
import { read } from './api.js';
import type { PageState } from './facts.js';
import { rootOf } from './reader.js';
import { embeddedAt } from './use-answer.js';

/** Reads several paths of the API once each, except paths delivered with the page. A refused path is undefined. */
export function useAnswers<T>(
  state: PageState,
  paths: readonly string[],
  codes: readonly string[],
): readonly (T | undefined)[] {
  const [bodies, setBodies] = useState(paths.map((path) => embeddedAt<T>(state, path)));
  const bodyOf = async (path: string): Promise<T | undefined> => {
    const known = embeddedAt<T>(state, path);
    if (known !== undefined) return known;
    const answer = await read<T>(path, () => rootOf(codes, state.facts));
    return answer.ok ? answer.body : undefined;
  };
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(paths.map(bodyOf)).then((next) => {
      if (isCurrent) setBodies(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [paths.join(' ')]);
  return bodies;
}
