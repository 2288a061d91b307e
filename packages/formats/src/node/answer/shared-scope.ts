import type { RequestScope } from '../../http.js';

export interface SharedScope extends RequestScope {
  /** Adds one who waits for the work. @returns leaves; the last to leave ends the scope with `reason` */
  join(): (reason: Error) => void;
}

/** Opens a scope that lasts while at least one caller that joined it waits. */
export function createSharedScope(): SharedScope {
  const controller = new AbortController();
  const { signal } = controller;
  let waiting = 0;
  const over = (): Error | undefined => (signal.aborted ? signal.reason : undefined);

  return {
    signal,
    get over() {
      return over();
    },
    check() {
      const reason = over();
      if (reason) throw reason;
    },
    within: (work) => work,
    whenClosed(callback) {
      if (signal.aborted) callback();
      else signal.addEventListener('abort', callback, { once: true });
    },
    join() {
      let isWaiting = true;
      waiting++;
      return (reason) => {
        if (!isWaiting) return;
        isWaiting = false;
        waiting--;
        if (waiting === 0) controller.abort(reason);
      };
    },
  };
}
