import type { CallOptions, ClientOptions } from '../client-options.js';
import type { Region, Utility } from '../endpoints.generated.js';
import { errorOf, LoadcastError } from '../loadcast-error.js';
import { pause, waitBeforeRetryMs } from '../retries.js';
import { urlOf } from '../url.js';

export type EventType =
  | 'run.published'
  | 'actual.arrived'
  | 'actual.restated'
  | 'peak.changed'
  | 'source.late'
  | 'forecaster.run.received'
  | 'forecaster.scored';

export interface EventQuery {
  /** Default: all that the key may read. */
  readonly regions?: readonly (Region | Utility)[];
  /** Default: all. */
  readonly types?: readonly EventType[];
}

export interface EventOptions extends CallOptions {
  /** Id of the last event received: events of the last 24 hours that came after it are delivered first. */
  readonly lastEventId?: string;
}

/** Something that happened at the service. */
export interface ServiceEvent {
  readonly id: string;
  readonly type: EventType;
  /** UTC. */
  readonly at: string;
  readonly region: string;
  /** Load in MW, times in UTC. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The service sends something every 20 s: one that sends nothing for longer than twice that is dead. */
const SILENCE_MS = 45_000;
const COME_BACK_MS = 3_000;

/**
 * What happens at the service, without end: a stream that ends or is lost is opened again after the last event, so that none
 * is missed within 24 hours, and none comes twice.
 */
export async function* eventsOf(
  options: ClientOptions,
  query: EventQuery,
  { signal, lastEventId }: EventOptions,
): AsyncGenerator<ServiceEvent> {
  const url = urlOf(options.baseUrl, '/v1/events', query);
  let lastId = lastEventId;
  let comeBackMs = COME_BACK_MS;
  for (let attempt = 0; ; ) {
    let waitMs: number | undefined = comeBackMs;
    try {
      for await (const { id, retry, data } of messages(url, options, lastId, signal)) {
        attempt = 0;
        if (retry !== undefined) waitMs = comeBackMs = Number(retry);
        lastId = id ?? lastId;
        if (data !== undefined) yield JSON.parse(data);
      }
    } catch (failure) {
      waitMs = failure instanceof LoadcastError ? waitBeforeRetryMs(failure, attempt++, options) : undefined;
      if (waitMs === undefined) throw failure;
    }
    await pause(waitMs, signal);
  }
}

type Message = Readonly<Partial<Record<string, string>>>;

/** The messages of one stream until its end. @throws {LoadcastError}, or the signal's reason */
async function* messages(
  url: string,
  { key, onResponse, fetch: ask = fetch }: ClientOptions,
  lastId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  const watch = () =>
    setTimeout(() => controller.abort(new LoadcastError('timeout', `No sign of life: ${url}`)), SILENCE_MS);
  let timer = watch();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await ask(url, {
      headers: {
        Accept: 'text/event-stream',
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(lastId && { 'Last-Event-ID': lastId }),
      },
      signal: controller.signal,
    });
    onResponse?.(response);
    if (!response.ok || !response.body) throw errorOf(response, await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = watch();
      const parts = (text + value).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) yield fieldsOf(part);
    }
  } catch (failure) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (failure instanceof LoadcastError || !(failure instanceof TypeError)) throw failure;
    throw new LoadcastError('connection_failed', `No answer: ${url}`, { cause: failure });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    controller.abort();
  }
}

/** `name: value` lines; a line that starts with a colon is a comment. */
function fieldsOf(part: string): Message {
  return Object.fromEntries([...part.matchAll(/^(\w+): ?(.*)$/gm)].map(([, name, value]) => [name, value]));
}
