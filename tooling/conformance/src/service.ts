import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { PACIFIC } from './known/areas.data.js';
import { wallClock } from './known/market-time.js';

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  /** Another key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Ask = (path: string, options?: AskOptions) => Promise<Answer>;

export interface Target {
  /** Base address, without a slash at its end. */
  readonly base: string;
  /** A key with a plan on all three surfaces: Team or above on A, so that every horizon is included. */
  readonly key: string;
  /** A key of another account, on A Free, B Trial and C Trial, whose hourly limits the suite may use up. */
  readonly smallKey?: string | undefined;
  readonly revokedKey?: string | undefined;
}

/** The service as checks see it: how to ask, and what time it is there. */
export interface Service extends Target {
  readonly ask: Ask;
  /** The service's clock, to the hour: a replay's is not ours. */
  readonly now: number;
  /** Today at the Pacific, `YYYY-MM-DD`. */
  readonly today: string;
  /** Lets time pass at the service. */
  wait(seconds: number): Promise<void>;
  /** The longest wait that a check may make, in seconds. */
  readonly longestWaitSeconds: number;
}

export interface ServiceOptions {
  readonly ask?: Ask;
  readonly wait?: (seconds: number) => Promise<void>;
  readonly longestWaitSeconds?: number;
}

/** How often a request is sent again that a busy service refused, free of charge, with the time to wait. */
const MOST_RETRIES = 20;

/**
 * Asks over HTTP. Redirects are answers, bodies are left in the encoding that was asked for, and after a 503 that says how
 * long to wait the request is sent again, as docs/contract.md asks of callers.
 */
export function asker({ base, key }: Target): Ask {
  const askOnce: Ask = async (path, options = {}) => {
    const sent = options.key === undefined ? key : options.key;
    const response = await request(base + path, {
      method: (options.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: { ...(sent !== null && { authorization: `Bearer ${sent}` }), ...options.headers },
    });
    const isEndless = String(response.headers['content-type']).startsWith('text/event-stream');
    const bytes = isEndless ? await firstPart(response.body) : Buffer.from(await response.body.arrayBuffer());
    const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    return { status: response.statusCode, headers: Object.fromEntries(headers), bytes, text: bytes.toString('utf8') };
  };
  return async (path, options) => {
    for (let retries = 0; ; retries++) {
      const answer = await askOnce(path, options);
      const seconds = Number(answer.headers['retry-after']);
      if (answer.status !== 503 || !(seconds > 0) || retries === MOST_RETRIES) return answer;
      await sleep(seconds * 1000);
    }
  };
}

/** The first part of a body without end, which is then left. */
async function firstPart(body: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const part of body) return part;
  return Buffer.alloc(0);
}

/** Reaches the service and reads its clock off the newest forecast. */
export async function openService(target: Target, options: ServiceOptions = {}): Promise<Service> {
  const { ask = asker(target), wait = (seconds) => sleep(seconds * 1000), longestWaitSeconds = 0 } = options;
  const latest = await ask('/v1/demand/latest?region=CAISO');
  assert.equal(latest.status, 200, `GET /v1/demand/latest answers ${latest.status}: ${latest.text.slice(0, 200)}`);
  const now = Date.parse(JSON.parse(latest.text).data.forecast.timestamp);
  return { ...target, ask, now, today: wallClock(PACIFIC, now - 1).day, wait, longestWaitSeconds };
}
