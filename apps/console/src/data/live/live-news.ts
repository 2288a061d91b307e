import { askAt, POLL_MS, StreamPace } from './news-pace.js';

/** Events after which an answer about a grid is another. */
const TYPES = ['run.published', 'actual.arrived', 'actual.restated', 'source.late'];

export interface LiveNews {
  /** Ends the stream. */
  close(): void;
}

/**
 * Follows the events of some grids while the page is seen, and calls `ask` when there is something to ask for; where no stream
 * can be had, every five minutes.
 *
 * @param streamUrl path of `/v1/events` with its regions
 */
export function followNews(streamUrl: () => string, ask: () => Promise<void>): LiveNews {
  const pace = new StreamPace();
  let stream: EventSource | undefined;
  let openedMs: number | undefined;
  let askedMs: number | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let missedAny = false;

  const askSoon = (): void => {
    askTimer ??= setTimeout(
      () => {
        askTimer = undefined;
        askedMs = Date.now();
        void ask();
      },
      Math.max(0, askAt(Date.now(), askedMs) - Date.now()),
    );
  };
  const close = (): void => {
    stream?.close();
    stream = undefined;
    clearTimeout(openTimer);
    openTimer = undefined;
  };
  const broken = (): void => {
    const lastedMs = openedMs === undefined ? 0 : Date.now() - openedMs;
    close();
    openedMs = undefined;
    missedAny = true;
    openTimer = setTimeout(open, pace.waitMs(lastedMs));
  };
  function open(): void {
    if (stream || document.visibilityState === 'hidden') return;
    stream = new EventSource(`${streamUrl()}&types=${TYPES.join(',')}`);
    stream.onopen = () => {
      openedMs = Date.now();
      if (missedAny) askSoon();
      missedAny = false;
    };
    // A stream that ends is opened by our own pace: each opening costs a call.
    stream.onerror = broken;
    for (const type of TYPES) stream.addEventListener(type, askSoon);
  }
  const look = (): void => {
    if (document.visibilityState === 'hidden') {
      close();
      missedAny = true;
    } else open();
  };
  const back = (): void => {
    close();
    open();
    askSoon();
  };
  const poll = setInterval(() => {
    if (openedMs === undefined && document.visibilityState !== 'hidden') askSoon();
  }, POLL_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', back);
  addEventListener('pagehide', close);
  open();
  return {
    close() {
      close();
      clearTimeout(askTimer);
      clearInterval(poll);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', back);
      removeEventListener('pagehide', close);
    },
  };
}
