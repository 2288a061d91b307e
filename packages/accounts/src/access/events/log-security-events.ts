import { MINUTE_MS } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { EventStore, SecurityEvent } from '@loadcast/core/quota';
import type { Log } from '@loadcast/observe';
import { openHttpAgent } from '@loadcast/service';
import { eventJson } from './event-json.js';
import { createSecurityEvents, type SecurityEvents } from './security-events.js';

/**
 * The handling of each event as it happens, beside the store: it becomes a line of the log, and where an address is
 * set, it is sent there.
 */
export interface EventStream {
  readonly next: (event: SecurityEvent) => void;
  close(): Promise<void>;
}

export interface EventStreamSettings {
  readonly SECURITY_LOG_URL?: string | undefined;
}

export function openEventStream({ SECURITY_LOG_URL: url }: EventStreamSettings, log: Log): EventStream {
  // A line of its own, assembled here: under a flood of sign-ins each refusal is one.
  const line = (event: SecurityEvent): void => {
    const fields = { level: 30, time: new Date().toISOString(), ...eventJson(event), msg: 'security event' };
    log.line?.(`${JSON.stringify(fields)}\n`);
  };
  if (url === undefined) return { next: line, close: async () => undefined };
  const sent = sendEvents({
    url,
    failed: (err, events) => log.error({ err, events }, 'could not send security events to SECURITY_LOG_URL'),
  });
  return {
    next(event) {
      line(event);
      sent.send(event);
    },
    close: sent.close,
  };
}

export function logSecurityEvents(store: EventStore, log: Log, { next }: Pick<EventStream, 'next'>): SecurityEvents {
  return createSecurityEvents({
    store,
    log: next,
    failed: (err, count) => log.error({ err, events: count }, 'security events could not be stored or swept'),
    full: () => log.warn('too many refused account calls to store: the rest of this hour goes to the log only'),
  });
}

const MOST_IN_A_REQUEST = 500;
const LONGEST_WAIT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = MINUTE_MS;

interface SendEventsOptions {
  /** Where events are posted; a user name and a password in it become HTTP Basic. */
  readonly url: string;
  /** Receives why events wait, once for each outage, and how many were not sent for want of room. */
  readonly failed: (error: unknown, events: number) => void;
  readonly firstRetryMs?: number;
}

/** Sends security events to a system of its own, as lines of JSON, in order and as soon as they happen. */
export function sendEvents({ url, failed, firstRetryMs = FIRST_RETRY_MS }: SendEventsOptions) {
  const { href, headers } = target(url);
  const agent = openHttpAgent({});
  const line = { waiting: [] as SecurityEvent[] };
  watchBudget('sent_security_events', line, ({ waiting }) => waiting.length);
  let sending: Promise<void> | undefined;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  let dropped = 0;

  async function post(): Promise<void> {
    const batch = line.waiting.slice(0, MOST_IN_A_REQUEST);
    const body = batch.map((event) => `${JSON.stringify(eventJson(event))}\n`).join('');
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    const { statusCode, body: answer } = await agent.request(href, { method: 'POST', headers, body, signal });
    await answer.dump();
    if (statusCode >= 300) throw new Error(`the system that keeps security events answered ${statusCode}`);
    line.waiting = line.waiting.slice(batch.length);
  }

  async function sendAll(): Promise<void> {
    try {
      while (line.waiting.length > 0) await post();
      if (dropped > 0) failed(new Error('too many security events waited to be sent'), dropped);
      [retryMs, dropped] = [firstRetryMs, 0];
    } catch (error) {
      if (retryMs === firstRetryMs) failed(error, line.waiting.length);
      retry = setTimeout(begin, retryMs).unref();
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
    }
  }

  function begin(): void {
    retry = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
      if (line.waiting.length > 0 && !retry) begin();
    });
  }

  return {
    send(event: SecurityEvent): void {
      if (line.waiting.length >= BUDGETS.sent_security_events.bound) dropped += 1;
      else line.waiting.push(event);
      if (!retry) begin();
    },
    /** Tries once more to send what waits. */
    async close(): Promise<void> {
      await sending;
      clearTimeout(retry);
      if (line.waiting.length > 0) await post().catch((error) => failed(error, line.waiting.length));
      line.waiting = [];
    },
  };
}

function target(url: string) {
  const { username, password } = new URL(url);
  const bare = new URL(url);
  [bare.username, bare.password] = ['', ''];
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    href: bare.href,
    headers: {
      'content-type': 'application/x-ndjson',
      ...(username !== '' && { authorization: `Basic ${credentials}` }),
    },
  };
}
