import { useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from './api.js';
import { keepReader } from './reader.js';
import type { Reading } from './use-answer.js';

/** The APIs by the letters of plans. */
export const API_NAMES: Readonly<Record<string, string>> = {
  a: 'REST (/v1)',
  b: 'OASIS (/oasis)',
  c: 'Utilities (/forecast/v1)',
};

export interface Plan {
  readonly name: string;
  readonly requests_per_hour: number | null;
  readonly requests_per_day: number | null;
  readonly horizons: readonly string[];
  readonly quantiles: boolean;
  readonly history_days: number | null;
}

export interface Account {
  readonly email: string;
  readonly plans: Readonly<Record<'a' | 'b' | 'c', Plan | null>>;
  readonly max_keys: number | null;
}

export interface Key {
  readonly id: string;
  readonly last4: string;
  readonly label: string;
  readonly state: string;
  readonly last_used_at: string | null;
}

/** A key that was just made: the only answer that holds the key itself. */
export interface IssuedKey extends Key {
  readonly key: string;
}

export interface Window {
  readonly limit: number | null;
  readonly used: number;
  readonly resets_at: string;
}

export interface Usage {
  readonly surfaces: readonly {
    readonly surface: string;
    readonly hour: Window;
    readonly day: Window;
    readonly regions: readonly (Window & { readonly region: string })[];
  }[];
}

export interface Session {
  readonly id: string;
  readonly used_at: string;
  readonly from: string;
  readonly agent: string;
  readonly current: boolean;
}

export interface SecurityEvent {
  readonly at: string;
  readonly event: string;
  readonly outcome: string;
  readonly from: string;
  readonly detail: string;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Null: all. */
  readonly types: readonly string[] | null;
  readonly regions: readonly string[] | null;
  readonly state: 'active' | 'retrying' | 'disabled';
  readonly failing_since: string | null;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
}

/** A webhook that was just made, or has another secret: the only answer that holds it. */
export interface IssuedWebhook extends Webhook {
  readonly secret: string;
}

export type TestCall = Omit<Delivery, 'attempt'>;

export interface Delivery {
  readonly at: string;
  readonly event: string;
  readonly attempt: number;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly took_ms: number;
}

/** One call of the account API: what its `data` is. A session that has ended is noticed. */
export async function askAccount<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const answer = await ask<{ readonly data: T }>(method, `/account${path}`, body);
  if (answer.ok) return { ok: true, body: answer.body.data };
  return answer;
}

export interface Loaded<T> extends Pick<Reading<T>, 'body' | 'failure' | 'isWaiting'> {
  readonly reload: () => void;
}

/** Reads a path of the account API once, and again by `reload`. */
export function useAccount<T>(path: string): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T> | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void askAccount<T>('GET', path).then((next) => {
      if (!isCurrent) return;
      if (!next.ok && next.failure.status === 401) keepReader('guest');
      setAnswer(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [path, turn]);
  return {
    body: answer?.ok ? answer.body : undefined,
    failure: answer && !answer.ok ? answer.failure : undefined,
    isWaiting: answer === undefined,
    reload: () => setTurn((before) => before + 1),
  };
}
