import { askAt, POLL_MS } from './news-pace.js';
import { openSharedStream, type SharedStream } from './shared-stream.js';

interface NewsOptions {
  /** Path of `/v1/events` with the regions of every grid that this reader sees: all its tabs share one stream. */
  readonly streamUrl: () => string;
  readonly codes: readonly string[];
  /** How many times the least time passes between two calls; absent: once. */
  readonly share?: number | undefined;
  readonly ask: () => Promise<void>;
  readonly changed: (isLive: boolean) => void;
}

/**
 * Follows the events of some grids while the page is seen, and asks when there is something to ask for; where no stream can be
 * had, every five minutes.
 */
export function followNews({ streamUrl, codes, share, ask, changed }: NewsOptions) {
  let stream: SharedStream | undefined;
  let isOpen = false;
  let missedAny = false;

  const calls = pacedCalls(ask, share);
  const close = (): void => {
    stream?.close();
    stream = undefined;
    isOpen = false;
    missedAny = true;
  };
  const open = (): void => {
    if (stream || document.visibilityState === 'hidden') return;
    stream = openSharedStream(streamUrl(), {
      happened: (region) => {
        if (codes.includes(region)) calls.soon();
      },
      changed: (isNowOpen) => {
        if (isNowOpen && missedAny) calls.soon();
        missedAny = !isNowOpen;
        isOpen = isNowOpen;
        changed(isNowOpen);
      },
    });
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') close();
    else open();
  };
  const back = (): void => {
    close();
    open();
    calls.soon();
  };
  const lost = (): void => {
    close();
    changed(false);
  };
  const poll = setInterval(() => {
    if (!isOpen && document.visibilityState !== 'hidden') calls.soon();
  }, POLL_MS);
  const following = new AbortController();
  const { signal } = following;
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('online', back, { signal });
  addEventListener('offline', lost, { signal }); // a stream may look open long after its network is gone
  addEventListener('pagehide', close, { signal });
  open();
  return {
    close() {
      close();
      calls.stop();
      clearInterval(poll);
      following.abort();
    },
  };
}

/** Calls at most as often as the pace of news allows. */
function pacedCalls(ask: () => Promise<void>, share: number | undefined) {
  let askedMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon(): void {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          askedMs = Date.now();
          void ask();
        },
        Math.max(0, askAt(Date.now(), askedMs, share) - Date.now()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
