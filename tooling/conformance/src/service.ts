import assert from 'node:assert/strict';
import { type EpochMs, localDay } from '@loadcast/core';
import type { Target } from './target.js';

/** An answer, read to the end. */
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

/** The service as checks see it: how to ask, and what time it is there. */
export interface Service {
  readonly ask: Ask;
  readonly key: string;
  readonly smallKey: string | undefined;
  readonly revokedKey: string | undefined;
  /** The service's clock, to the hour: a replay's is not ours. */
  readonly now: EpochMs;
  /** Today at the Pacific, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Asks over HTTP. Redirects are answers. */
export function asker({ base, key }: Target): Ask {
  return async (path, options = {}) => {
    const sent = options.key === undefined ? key : options.key;
    const response = await fetch(base + path, {
      method: options.method ?? 'GET',
      redirect: 'manual',
      headers: { ...(sent !== null && { authorization: `Bearer ${sent}` }), ...options.headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes,
      text: bytes.toString('utf8'),
    };
  };
}

/** Reaches the service and reads its clock off the newest forecast. */
export async function openService(target: Target, ask: Ask = asker(target)): Promise<Service> {
  const latest = await ask('/v1/demand/latest?region=CAISO');
  assert.equal(latest.status, 200, `GET /v1/demand/latest answers ${latest.status}: ${latest.text.slice(0, 200)}`);
  const now = Date.parse(JSON.parse(latest.text).data.forecast.timestamp);
  const { key, smallKey, revokedKey } = target;
  return { ask, key, smallKey, revokedKey, now, today: localDay('America/Los_Angeles', now) };
}
