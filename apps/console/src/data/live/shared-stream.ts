import { StreamPace } from './news-pace.js';

/** Events after which an answer about a grid is another. */
const TYPES = ['run.published', 'peak.changed', 'actual.arrived', 'actual.restated', 'source.late'];

/** Messages a page gets from a stream, its own or another tab's. */
export interface StreamReader {
  /** @param region code of the grid that something happened to */
  readonly happened: (region: string) => void;
  /** @param isOpen whether there is a stream now */
  readonly changed: (isOpen: boolean) => void;
}

export interface SharedStream {
  /** Leaves it to the other tabs. */
  close(): void;
}

type Message = 'asks' | { readonly isOpen: boolean } | { readonly region: string };

/**
 * One stream of events for all tabs of a browser: an address has few. The tab that holds the lock of the stream's name
 * reads it and forwards each event; when it is closed or hidden, the next in line takes over. Browsers give locks to
 * pages over https and of this machine only: elsewhere each tab reads its own.
 *
 * @param url of `/v1/events`, the same in every tab that shares it
 */
export function openSharedStream(url: string, reader: StreamReader): SharedStream {
  const channel = new BroadcastChannel(url);
  const leaving = new AbortController();
  let isOpen: boolean | undefined;
  const isReading = (): boolean => isOpen !== undefined;

  const take = (message: Exclude<Message, 'asks'>): void => {
    if ('region' in message) reader.happened(message.region);
    else reader.changed(message.isOpen);
  };
  const passOn = (message: Exclude<Message, 'asks'>): void => {
    if ('isOpen' in message) isOpen = message.isOpen;
    channel.postMessage(message);
    take(message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data !== 'asks') take(data);
    else if (isReading()) channel.postMessage({ isOpen: isOpen === true });
  };
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      const stream = readStream(url, passOn);
      const end = (): void => {
        stream.close();
        resolve();
      };
      if (leaving.signal.aborted) end();
      else leaving.signal.addEventListener('abort', end);
    });
  channel.postMessage('asks' satisfies Message);
  if (navigator.locks) void navigator.locks.request(url, { signal: leaving.signal }, lead).catch(() => undefined);
  else void lead();
  return {
    close() {
      leaving.abort();
      channel.close();
    },
  };
}

/** Reads the stream, and opens it again by its own pace: each opening costs a call. */
function readStream(url: string, passOn: (message: Exclude<Message, 'asks'>) => void): SharedStream {
  const pace = new StreamPace();
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedMs: number | undefined;
  const end = (): void => {
    stream?.close();
    clearTimeout(timer);
  };
  const broken = (): void => {
    end();
    const lastedMs = openedMs === undefined ? 0 : Date.now() - openedMs;
    openedMs = undefined;
    passOn({ isOpen: false });
    timer = setTimeout(open, pace.waitMs(lastedMs));
  };
  function open(): void {
    stream = new EventSource(`${url}&types=${TYPES.join(',')}`);
    stream.onopen = () => {
      openedMs = Date.now();
      passOn({ isOpen: true });
    };
    stream.onerror = broken;
    for (const type of TYPES) stream.addEventListener(type, ({ data }) => passOn({ region: regionOf(data) }));
  }
  open();
  return { close: end };
}

const regionOf = (data: string): string => (JSON.parse(data) as { readonly region: string }).region;
